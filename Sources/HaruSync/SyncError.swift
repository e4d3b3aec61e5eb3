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
  /// What a store keeps of an error that has ended an exchange; `nil` for a lock, which is free again soon.
  public init?(ending error: any Error) {
    switch error {
    case let error as SyncError: self = error
    case StoreError.busy, StoreError.moved: return nil
    case let error as StoreError: self = .store(error)
    default: return nil
    }
  }
}

extension SyncError {
  /// The words by which a store remembers why the last exchange did not succeed; others have a detail behind them.
  private static let words: KeyValuePairs<String, SyncError> = [
    "missing": .missing, "emptied": .emptied, "not-a-directory": .notADirectory, "busy": .busy,
    "full": .full, "read-only": .readOnly, "store full": .store(.full),
    "store read-only": .store(.readOnly), "store corrupt": .store(.corrupt),
    "store refused": .store(.refused(nil)),
  ]

  /// The words by which a store remembers it.
  public var code: String {
    switch self {
    case .refused(let name): "refused \(name)"
    case .copy(let name): "copy \(name)"
    case .system(let number): "system \(number)"
    case .store(.refused(let day?)): "store refused \(day)"
    case .store(.unavailable(let reason)): "store unavailable \(reason)"
    default: SyncError.words.first { $0.value == self }?.key ?? "store damaged"
    }
  }

  /// Reads such words; `nil` for those of a newer version.
  public init?(code: String) {
    func detail(of words: String) -> String? {
      code.hasPrefix(words + " ") ? String(code.dropFirst(words.count + 1)) : nil
    }
    if let known = SyncError.words.first(where: { $0.key == code }) {
      self = known.value
    } else if let name = detail(of: "refused") {
      self = .refused(name)
    } else if let name = detail(of: "copy") {
      self = .copy(name)
    } else if let number = detail(of: "system").flatMap({ Int32($0) }) {
      self = .system(number)
    } else if let reason = detail(of: "store unavailable") {
      self = .store(.unavailable(reason))
    } else if let day = detail(of: "store refused") {
      self = .store(.refused(Day(day)))
    } else if detail(of: "store") != nil {
      self = .store(.damagedRows)
    } else {
      return nil
    }
  }
}
