#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <sqlite3.h>

// Swift cannot call a function with a variable number of arguments.
static inline int haru_leave_log(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// Locks the byte that SQLite calls RESERVED, for this descriptor alone: a lock of the process would end
// SQLite's own locks when the descriptor is closed. Its number is in SQLite's os.h.
static inline int haru_lock_reserved(int descriptor) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000001, .l_len = 1};
  return fcntl(descriptor, F_OFD_SETLK, &lock);
}
