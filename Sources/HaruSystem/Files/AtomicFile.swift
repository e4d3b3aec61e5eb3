internal import Glibc

/// A file that is written whole or not at all.
public enum AtomicFile {
  /// Writes a text, for its owner alone, as `write` does bytes.
  public static func write(_ text: String, to path: String) throws(GLibError) {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes durably: a new file is synced and then renamed.
  ///
  /// A symbolic link stays one. A file that is not regular, such as a terminal or a pipe with a reader, is
  /// written directly.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - path: The file.
  ///   - mode: Its permissions, unless the user's mask allows fewer.
  ///   - keepsMode: Whether a file that is there keeps its own: one that the user keeps by hand as well.
  ///   - isDurable: `false` for what can be made again, such as a picture.
  /// - Throws: `GLibError` if it cannot be written, with the former file unchanged.
  public static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = ownersAlone, keepsMode: Bool = false,
    isDurable: Bool = true
  ) throws(GLibError) {
    if let type = Files.type(of: path), type != S_IFREG {
      return try write(bytes, directlyTo: path)
    }
    guard let place = Files.linkTarget(of: path) else { throw GLibError(Files.reason(EILSEQ)) }
    do throws(SystemError) {
      let directory = try OpenFile(directory: Files.directory(of: place))
      let name = String(Files.name(of: place))
      let former = keepsMode ? try? directory.status(of: name).st_mode & 0o777 : nil
      try directory.write(bytes, to: name, mode: mode, keeping: former, isSynced: isDurable)
      // That this fails is no error: the file has its name, and everybody finds it.
      if isDurable { try? directory.syncNames() }
    } catch {
      throw GLibError("\(error)")
    }
  }

  /// Runs a body that reads a file and writes it anew; two at once would each write without the other's change.
  ///
  /// - Parameters:
  ///   - path: The file; directories above it are made, unless a link to it or to one of them leads nowhere.
  ///   - body: What changes it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  public static func change<Result, Problem: Error>(
    _ path: String, _ body: () throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let place = Files.linkTarget(of: path) ?? path
    // What a link leads to may be on a disk that is not connected, of which the body tells.
    if Files.brokenLink(above: path) == nil { _ = Files.makeDirectories(above: place) }
    let directory = try? OpenFile(directory: Files.directory(of: place))
    _ = try? directory?.lock(withinMilliseconds: 5000)
    // The lock goes with it.
    defer { withExtendedLifetime(directory) {} }
    return try body()
  }

  /// The permissions of a file that its owner alone reads.
  public static let ownersAlone: UInt32 = 0o600
  /// The permissions of a file that others may read, but not change.
  public static let readable: UInt32 = 0o644

  private static func write(_ bytes: [UInt8], directlyTo path: String) throws(GLibError) {
    do throws(SystemError) {
      try OpenFile(writingTo: path).write(bytes)
    } catch  where error == .notAFile {
      throw .notARegularFile
    } catch {
      throw GLibError("\(error)")
    }
  }
}
