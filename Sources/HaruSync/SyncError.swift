internal import Glibc
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
    default: return nil
    }
  }
}
