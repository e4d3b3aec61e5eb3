internal import Glibc
public import HaruCore
internal import HaruSystem

/// Why a folder that is carried between machines, or a part of it, cannot be used.
public enum SyncError: Error, Hashable, Sendable {
  /// The folder is not there.
  case missing
  /// The folder is empty, though this machine has written there: its disk is perhaps not mounted.
  case emptied
  /// Its path leads to something other than a directory.
  case notADirectory
  /// Another process is writing this device's files, or what carries the folder is.
  case busy
  /// The disk is full, or the user's share of it.
  case full
  /// It can be read, but not written.
  case readOnly
  /// A name is none of ours, or names something other than a file or directory, such as a link.
  case refused(String)
  /// A name is that of a copy of an item, which what carries the folder has made when two machines had changed it.
  case copy(String)
  /// The system refused, with this error number.
  case system(Int32)
  /// The store could not take what has arrived, for a reason that stays until something is done.
  case store(StoreError)
}

extension SyncError {
  /// What an error number means for the folder's own path.
  init(opening error: SystemError) {
    switch error.number {
    case ENOENT: self = .missing
    case ENOTDIR: self = .notADirectory
    default: self = .system(error.number)
    }
  }

  /// What an error number means for a name that is read.
  init(reading name: String, _ error: SystemError) {
    self = error.tellsOfAnotherType ? .refused(name) : .system(error.number)
  }

  /// What an error number means for a name that is written.
  init(writing name: String, _ error: SystemError) {
    switch error.number {
    // A new file that is there already has been brought by what carries the folder.
    case EWOULDBLOCK, EEXIST: self = .busy
    case ENOSPC, EDQUOT: self = .full
    case EROFS, EACCES, EPERM: self = .readOnly
    default: self.init(reading: name, error)
    }
  }
}

extension SyncError {
  /// What is noted of an error that has ended an exchange; `nil` for a lock, which is free again soon.
  public init?(noting error: any Error) {
    switch error {
    case let error as SyncError: self = error
    case StoreError.busy, StoreError.moved: return nil
    case let error as StoreError: self = .store(error)
    default: return nil
    }
  }
}

extension SyncError {
  /// The word by which a store remembers why the last exchange did not succeed.
  public var code: String {
    switch self {
    case .missing: "missing"
    case .emptied: "emptied"
    case .notADirectory: "not-a-directory"
    case .busy: "busy"
    case .full: "full"
    case .readOnly: "read-only"
    case .refused(let name): "refused \(name)"
    case .copy(let name): "copy \(name)"
    case .system(let number): "system \(number)"
    case .store(.refused(let day)): "store refused" + (day.map { " \($0)" } ?? "")
    case .store(.unavailable(let reason)): "store unavailable \(reason)"
    case .store(.full): "store full"
    case .store(.readOnly): "store read-only"
    case .store(.corrupt): "store corrupt"
    case .store: "store damaged"
    }
  }

  /// Reads a word; `nil` for one of a newer version.
  public init?(code: String) {
    let words = code.split(separator: " ", maxSplits: 1).map(String.init)
    let detail = words.count == 2 ? words[1] : nil
    switch (words.first, detail) {
    case ("emptied", nil): self = .emptied
    case ("missing", nil): self = .missing
    case ("not-a-directory", nil): self = .notADirectory
    case ("busy", nil): self = .busy
    case ("full", nil): self = .full
    case ("read-only", nil): self = .readOnly
    case ("refused", let name?): self = .refused(name)
    case ("copy", let name?): self = .copy(name)
    case ("system", let number?):
      guard let number = Int32(number) else { return nil }
      self = .system(number)
    case ("store", let words?): self = .store(StoreError(code: words))
    default: return nil
    }
  }
}

extension StoreError {
  /// Reads the words after `store`.
  fileprivate init(code: String) {
    let words = code.split(separator: " ", maxSplits: 1).map(String.init)
    let detail = words.count == 2 ? words[1] : ""
    switch words.first {
    case "refused": self = .refused(Day(detail))
    case "unavailable": self = .unavailable(detail)
    case "full": self = .full
    case "read-only": self = .readOnly
    case "corrupt": self = .corrupt
    default: self = .damagedRows
    }
  }
}
