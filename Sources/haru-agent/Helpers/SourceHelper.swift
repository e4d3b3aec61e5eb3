internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// Asks the user's sources by the command line, in a process that ends (docs/sources.md#when-they-are-asked).
@MainActor
final class SourceHelper {
  /// More than the command takes for sources that hang beside a locked store.
  private static let limitSeconds = 20

  private let haru: String
  private let log: Log
  private let onEnd: @MainActor ([SourceAnswer]?) -> Void
  private var program: AskedProgram?

  /// - Parameters:
  ///   - haru: The path of the command line.
  ///   - log: Receives why nothing was asked.
  ///   - onEnd: Receives the answers, in a later turn of the loop; `nil` if they could not be asked.
  init(
    _ haru: String, log: Log, onEnd: @escaping @MainActor ([SourceAnswer]?) -> Void
  ) {
    (self.haru, self.log, self.onEnd) = (haru, log, onEnd)
  }

  /// Asks them, unless that is going on.
  ///
  /// - Returns: Whether answers come.
  func ask() -> Bool {
    guard program == nil, DaySource.mayExist else { return program != nil }
    do {
      program = try AskedProgram(
        [haru, "sources", "ask", "--report"], question: nil, limit: Self.limitSeconds
      ) { [weak self] in self?.ended($0) }
      return true
    } catch {
      log.warning("\(haru): \(error)")
      return false
    }
  }

  /// Ends the process.
  func stop() { program?.stop() }

  private func ended(_ result: Result<[UInt8], AskedProgram.NoAnswer>) {
    program = nil
    do {
      let lines = String(decoding: try result.get(), as: UTF8.self).split(separator: "\n")
      onEnd(lines.compactMap { try? SourceAnswer(line: String($0)) })
    } catch {
      log.warning("sources: \(error)")
      onEnd(nil)
    }
  }
}
