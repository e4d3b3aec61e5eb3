import Glibc
import HaruDesktop

/// Reads lines from standard input, without waiting for them.
@MainActor
final class LineInput {
  private var rest: [UInt8] = []

  /// Calls `onLine` for each line, and `onEnd` at the end of input.
  static func listen(
    onLine: @escaping @MainActor (String) -> Void, onEnd: @escaping @MainActor () -> Void
  ) {
    let input = LineInput()
    MainLoop.onReadable(STDIN_FILENO) {
      guard let lines = input.read() else {
        onEnd()
        return false
      }
      for line in lines { onLine(line) }
      return true
    }
  }

  /// The lines that are complete; `nil` at the end of input.
  private func read() -> [String]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    rest += bytes[..<count]
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = Array(lines.removeLast())
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
