internal import CGLib
internal import Glibc

/// A file that is written whole or not at all.
public enum AtomicFile {
  /// Writes a text durably: a new file is synced and then renamed.
  ///
  /// A symbolic link stays one. A file that is not regular, such as a pipe, is written directly.
  ///
  /// - Parameters:
  ///   - text: The contents.
  ///   - path: The file.
  ///   - mode: Its permissions, unless the user's mask allows fewer.
  /// - Throws: `GLibError` if it cannot be written, with the former file unchanged.
  public static func write(
    _ text: String, to path: String, mode: Int32 = ownersAlone
  ) throws(GLibError) {
    try write(durably: Array(text.utf8), to: path, mode: mode)
  }

  /// Writes bytes as `write` does a text.
  package static func write(durably bytes: [UInt8], to path: String, mode: Int32) throws(GLibError)
  {
    let durably = G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue
    try write(bytes, to: path, GFileSetContentsFlags(durably), mode: mode)
  }

  /// Writes a picture, which can be made again: as a text, but not durably.
  public static func write(
    picture bytes: [UInt8], to path: String, mode: Int32
  ) throws(GLibError) {
    try write(bytes, to: path, G_FILE_SET_CONTENTS_CONSISTENT, mode: mode)
  }

  /// The permissions of a file that its owner alone reads.
  public static let ownersAlone: Int32 = 0o600
  /// The permissions of a file that others may read, but not change.
  public static let readable: Int32 = 0o644

  private static func write(
    _ bytes: [UInt8], to path: String, _ flags: GFileSetContentsFlags, mode: Int32
  ) throws(GLibError) {
    if let type = Files.type(of: path), type != S_IFREG {
      return try write(bytes, into: path)
    }
    guard let place = Files.linkTarget(of: path) else { throw GLibError(Files.reason(EILSEQ)) }
    var error: UnsafeMutablePointer<GError>?
    let isWritten = bytes.withUnsafeBytes { bytes in
      g_file_set_contents_full(
        place, bytes.baseAddress?.assumingMemoryBound(to: gchar.self),
        gssize(bytes.count), flags, mode, &error)
    }
    guard isWritten != 0 else {
      // GLib names its temporary file, which the caller does not know.
      let message = GLibError(taking: error).description
      throw GLibError(message.split(separator: ":").last.map { String($0.dropFirst()) } ?? message)
    }
  }

  private static func write(_ bytes: [UInt8], into path: String) throws(GLibError) {
    guard let file = fopen(path, "we") else {
      throw GLibError(String(cString: strerror(errno)))
    }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    guard fclose(file) == 0, isWritten else { throw GLibError(String(cString: strerror(errno))) }
  }
}
