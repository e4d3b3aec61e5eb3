internal import CDesktop
internal import Glibc

/// A file that is written whole or not at all.
public enum WholeFile {
  /// Writes a file for its owner alone: beside it first, then, once it is on the disk, in its place.
  ///
  /// A symbolic link stays one. Something that is no regular file, such as a pipe, is written as
  /// it stands.
  ///
  /// - Throws: `GLibError` if it cannot be written; what was there before is still there then.
  public static func write(_ text: String, to path: String) throws(GLibError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try pour(text, into: path)
    }
    var error: UnsafeMutablePointer<GError>?
    let flags = GFileSetContentsFlags(
      G_FILE_SET_CONTENTS_CONSISTENT.rawValue | G_FILE_SET_CONTENTS_DURABLE.rawValue)
    var text = text
    let isWritten = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: gchar.self) {
        g_file_set_contents_full(
          target(of: path), $0.baseAddress, gssize($0.count), flags, 0o600, &error)
      }
    }
    guard isWritten != 0 else {
      // GLib names the file it writes beside; the caller knows of the other one only.
      let message = GLibError(taking: error).description
      throw GLibError(message.split(separator: ":").last.map { String($0.dropFirst()) } ?? message)
    }
  }

  private static func pour(_ text: String, into path: String) throws(GLibError) {
    guard let file = fopen(path, "we") else {
      throw GLibError(String(cString: strerror(errno)))
    }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0, isWritten else { throw GLibError(String(cString: strerror(errno))) }
  }

  /// Where a path leads through symbolic links, even if nothing stands there yet.
  public static func target(of path: String) -> String {
    var place = path
    // As many as the kernel follows; a circle is left to it.
    for _ in 0..<40 {
      guard let link = g_file_read_link(place, nil) else { break }
      defer { g_free(link) }
      let next = String(cString: link)
      let directory = place.lastIndex(of: "/").map { place[...$0] } ?? ""
      place = next.hasPrefix("/") ? next : directory + next
    }
    return place
  }
}
