internal import Glibc

/// The output of a process, in lines.
final class LineBuffer {
  let descriptor: Int32
  private(set) var hasEnded = false
  private var bytes: [UInt8] = []
  private var position = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads what can be read without waiting.
  func fill() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      bytes += chunk[..<count]
    } else if count == 0 || errno != EINTR {
      hasEnded = true
    }
  }

  /// Takes the next complete line, or the last one.
  func next() -> String? {
    let rest = bytes[position...]
    if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      position = end + 1
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    guard hasEnded, !rest.isEmpty else { return nil }
    position = bytes.count
    return String(decoding: rest, as: UTF8.self)
  }

  /// Everything written so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of everything written so far.
  var all: [String] { text.split(separator: "\n").map(String.init) }

  func close() {
    Glibc.close(descriptor)
  }
}
