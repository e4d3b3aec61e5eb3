public import Foundation

/// A directory for one test, removed with this object.
public final class Scratch: Sendable {
  /// Its absolute path; short, because the path of a socket has at most 107 bytes.
  public let path: String

  /// Makes an empty directory.
  public init() {
    var template = Array((FileManager.default.temporaryDirectory.path + "/haru-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("\(Failure.system("mkdtemp"))") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    // A test may have removed its own permission to write.
    _ = try? Child.run("/bin/chmod", ["-R", "u+rwX", path])
    // A process that a test killed or did not wait for may still write for a moment: rm goes past what comes and
    // goes meanwhile, but leaves a folder in which something came. That may be any folder below, so none is watched.
    for _ in 1...1000 {
      _ = try? Child.run("/bin/rm", ["-rf", path])
      if access(path, F_OK) != 0 { return }
    }
  }

  /// The path of something in it.
  public func callAsFunction(_ name: String) -> String {
    path + "/" + name
  }

  /// Makes a directory in it, and those above that one.
  ///
  /// - Returns: The directory's path.
  @discardableResult
  public func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
    return self(name)
  }

  /// The path of something that is about to be made in it, in a directory that is there.
  private func place(_ name: String) throws -> String {
    let file = self(name)
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    return file
  }

  /// Writes a file in it, and the directories above that file.
  ///
  /// - Parameters:
  ///   - text: Its contents.
  ///   - name: Its name.
  ///   - time: When it was changed last, in seconds since 1970; now for `nil`.
  /// - Returns: The file's path.
  /// - Throws: If it cannot be written.
  @discardableResult
  public func write(_ text: String, to name: String, at time: Int? = nil) throws -> String {
    let file = try place(name)
    try PipeEnds.betweenSpawns { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
    if let time { utimes(file, Array(repeating: timeval(tv_sec: time, tv_usec: 0), count: 2)) }
    return file
  }

  /// Writes a program in it, such as a script.
  ///
  /// - Returns: The program's path.
  @discardableResult
  public func write(program text: String, to name: String) throws -> String {
    let file = try write(text, to: name)
    chmod(file, 0o755)
    return file
  }

  /// Makes a symbolic link in it, and the directories above that link.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place(name), withDestinationPath: target)
  }

  /// Copies a file into it; no child process keeps the copy open, so it can be executed at once.
  ///
  /// - Returns: The copy's path.
  @discardableResult
  public func copy(_ path: String, to name: String) throws -> String {
    let file = try place(name)
    try PipeEnds.betweenSpawns { try FileManager.default.copyItem(atPath: path, toPath: file) }
    return file
  }

  /// The files in it, or in a directory of it and below, by their paths there, with what they hold.
  public func files(in directory: String = ".") throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: self(directory)) {
      files[name] = FileManager.default.contents(atPath: self(directory + "/" + name))
    }
    return files
  }

  /// Reads a file in it.
  public func read(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }
}

/// The names in a directory, sorted.
public func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// A reason why a test could not go on, as opposed to an expectation that failed.
public enum Failure: Error, CustomStringConvertible {
  /// A system call failed with this `errno`.
  case system(String, Int32)
  /// Something did not happen in time.
  case late(String)
  /// A process ended before it did what was waited for.
  case ended(String)
  /// Something came that the test does not understand.
  case unexpected(String)

  /// The system call that failed last, with `errno`.
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
