// sqlite3_config and sqlite3_db_config take a variable number of arguments, which Swift cannot pass.

#ifndef CSQLITE_SETTINGS_H
#define CSQLITE_SETTINGS_H

/// Turns SQLITE_CONFIG_MEMSTATUS off: counting every allocation takes a lock around each of them.
/// Has an effect only before SQLite is first used. Returns SQLite's status.
int CSQLiteStopCountingMemory(void);

/// Turns on SQLITE_DBCONFIG_DEFENSIVE: no SQL can corrupt the file on purpose.
/// Returns SQLite's status.
int CSQLiteSetDefensive(void *connection);

/// Turns on SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: closing leaves the write-ahead log as it is.
/// Returns SQLite's status.
int CSQLiteSetNoCheckpointOnClose(void *connection);

#endif
