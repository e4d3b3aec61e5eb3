internal import Foundation

/// A directory of a test's own, which goes with it.
public final class Scratch: Sendable {
  /// Its absolute path; short, because a socket's path may have a hundred letters only.
  public let path: String

  /// Makes an empty directory.
  public init() throws {
    var template = Array((FileManager.default.temporaryDirectory.path + "/haru-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure.system("mkdtemp") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // A test may have taken the right to write away from itself.
    _ = try? Child.run("/bin/chmod", ["-R", "u+rwX", path])
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of something in it.
  public func callAsFunction(_ name: String) -> String {
    path + "/" + name
  }

  /// Writes a file in it, and the directories above that file.
  ///
  /// - Returns: The file's path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = self(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try PipeEnds.betweenSpawns { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
    return file
  }

  /// Copies a file into it, so that it can be executed at once.
  ///
  /// - Returns: The copy's path.
  @discardableResult
  public func copy(_ path: String, to name: String) throws -> String {
    let file = self(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try PipeEnds.betweenSpawns { try FileManager.default.copyItem(atPath: path, toPath: file) }
    return file
  }

  /// Reads a file in it.
  public func read(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }
}

/// What a test could not do, as opposed to what it found wrong.
public enum Failure: Error, CustomStringConvertible {
  /// A call of the system failed, for the reason in `errno`.
  case system(String, Int32)
  /// Something did not happen in time.
  case late(String)
  /// A process ended before it did what was waited for.
  case ended(String)
  /// Something else than what was agreed came.
  case unexpected(String)

  /// A call that failed just now.
  public static func system(_ call: String) -> Failure {
    .system(call, errno)
  }

  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .system(let call, let number): "\(call): \(String(cString: strerror(number)))"
    case .late(let what): "not in time: \(what)"
    case .ended(let what): "it has ended: \(what)"
    case .unexpected(let what): "unexpected: \(what)"
    }
  }
}
