// sqlite3_db_config takes a variable number of arguments, which Swift cannot pass.

#ifndef CSQLITE_SETTINGS_H
#define CSQLITE_SETTINGS_H

/// Turns on SQLITE_DBCONFIG_DEFENSIVE: no SQL can corrupt the file on purpose.
/// Returns SQLite's status.
int CSQLiteSetDefensive(void *connection);

/// Turns on SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: closing leaves the write-ahead log as it is.
/// Returns SQLite's status.
int CSQLiteSetNoCheckpointOnClose(void *connection);

#endif
