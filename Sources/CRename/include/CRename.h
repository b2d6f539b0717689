// renameat2 is a GNU extension, which Swift's Glibc module leaves out.

#ifndef CRENAME_H
#define CRENAME_H

/// Makes two paths trade places in one step (RENAME_EXCHANGE). Returns 0, or -1 and sets errno.
int CRenameExchange(const char *first, const char *second);

#endif
