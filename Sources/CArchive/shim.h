// libarchive, whose one macro that is needed here holds a cast, which Swift cannot import.

#ifndef CARCHIVE_SHIM_H
#define CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

/// The type of a regular file.
static const unsigned int CArchiveRegularFile = AE_IFREG;

#endif
