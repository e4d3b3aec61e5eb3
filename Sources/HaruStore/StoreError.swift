internal import CSQLite
internal import Glibc
internal import HaruCore

extension StoreError {
  /// What SQLite's result code, or the system's error number, means to a caller.
  init(code: Int32, systemError: Int32, message: String) {
    if systemError == ENOSPC || systemError == EDQUOT {
      self = .full
      return
    }
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_CORRUPT: self = .corrupt
    case SQLITE_NOTADB: self = .notAStore
    case SQLITE_CONSTRAINT: self = .refused(nil)
    default:
      let reason = systemError == 0 ? message : String(cString: strerror(systemError))
      self = .unavailable(reason)
    }
  }
}
