internal import CSQLite
internal import Glibc
internal import HaruCore
internal import HaruSystem

extension StoreError {
  /// What SQLite's result code means to a caller, with the system's error number behind it, if any.
  init(code: Int32, systemError: Int32, message: String) {
    if systemError == ENOSPC || systemError == EDQUOT {
      self = .full
      return
    }
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY where Int(code) == haru_readonly_dbmoved: self = .moved
    case SQLITE_READONLY where Int(code) == haru_readonly_rollback: self = .interrupted
    // SQLite follows the links, and then found another link where the file was.
    case SQLITE_CANTOPEN where systemError == ELOOP: self = .moved
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_IOERR where StoreError.noLocksNumbers.contains(systemError): self = .noLocks
    case SQLITE_CORRUPT: self = .corrupt
    // The statements are always the same: other views and indexes than they expect are damage that a repair mends. Of
    // tables the check says that it does not.
    case SQLITE_ERROR: self = .damagedRows
    case SQLITE_NOTADB: self = .notAStore
    case SQLITE_CONSTRAINT: self = .refused(nil)
    default: self = .unavailable(systemError == 0 ? message : Files.reason(systemError))
    }
  }

  /// The error numbers with which a file system refuses all locks.
  static let noLocksNumbers = [ENOLCK, ENOSYS, EOPNOTSUPP]

  /// What the system's error number means.
  static func system(_ errorNumber: Int32) -> StoreError {
    StoreError(code: 0, systemError: errorNumber, message: "")
  }

  /// What the system's error number means after an attempt to write.
  static func systemOnWriting(_ errorNumber: Int32) -> StoreError {
    [EACCES, EPERM, EROFS].contains(errorNumber) ? .readOnly : system(errorNumber)
  }
}
