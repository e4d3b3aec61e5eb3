#include <sqlite3.h>

// Swift does not import macros that combine others.
enum {
  haru_readonly_dbmoved = SQLITE_READONLY_DBMOVED,
  haru_readonly_rollback = SQLITE_READONLY_ROLLBACK,
  haru_ioerr_dir_fsync = SQLITE_IOERR_DIR_FSYNC,
  haru_ioerr_rdlock = SQLITE_IOERR_RDLOCK,
  haru_ioerr_unlock = SQLITE_IOERR_UNLOCK,
};
