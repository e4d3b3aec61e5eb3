internal import Glibc
internal import HaruCore
internal import HaruSystem

/// Decompresses Zstandard (RFC 8878) by the program `zstd` (docs/formats.md#reading-a-file).
enum Zstandard {
  /// How such a file begins.
  static let mark: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd]

  /// Writes the first bytes of what is in a packed file.
  ///
  /// - Parameters:
  ///   - packed: The file.
  ///   - path: The new file.
  ///   - count: The most bytes that are written.
  /// - Throws: `ImportError` if the program is missing, or the disk is full.
  static func unpack(_ packed: String, to path: String, most count: Int) throws(ImportError) {
    let script = """
      command -v zstd >/dev/null || exit 127
      zstd -d -q -c "$0" | head -c \(count) > "$1"
      """
    switch try run("sh", "-c", script, packed, path) {
    case 0: return
    case 127: throw .noZstandard
    default: throw .noRoom(Files.reason(ENOSPC))
    }
  }

  /// Throws if a packed file is damaged; a pipe behind the program hides its exit status.
  static func check(_ packed: String) throws(ImportError) {
    guard try run("zstd", "-t", "-q", packed) == 0 else { throw .damaged }
  }

  private static func run(_ words: String...) throws(ImportError) -> Int32 {
    do {
      return try Subprocess.run(words).status
    } catch {
      throw .noZstandard
    }
  }
}
