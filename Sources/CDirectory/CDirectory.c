#define _GNU_SOURCE
#include "CDirectory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int CDirectoryRenameToNew(int directory, const char *name, const char *new_name) {
  if (renameat2(directory, name, directory, new_name, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  // A file system without the flag, as NFS is: a link does not replace anything either.
  if (linkat(directory, name, directory, new_name, 0) != 0) return -1;
  return unlinkat(directory, name, 0);
}

int CDirectorySyncFileSystem(int descriptor) { return syncfs(descriptor); }
