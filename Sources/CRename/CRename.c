#define _GNU_SOURCE
#include "CRename.h"

#include <fcntl.h>
#include <stdio.h>

int CRenameExchange(const char *first, const char *second) {
  return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}
