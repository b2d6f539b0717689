#include "CSQLiteSettings.h"

#include <sqlite3.h>

int CSQLiteStopCountingMemory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

int CSQLiteSetDefensive(void *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

int CSQLiteSetNoCheckpointOnClose(void *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
