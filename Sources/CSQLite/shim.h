#include <sqlite3.h>

// Swift cannot call a function with a variable number of arguments.
static inline int haru_leave_log(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
