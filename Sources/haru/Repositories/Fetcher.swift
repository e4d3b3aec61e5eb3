import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// `haru-fetch`, started before it is known what to ask: it loads its libraries, which takes longer than
/// anything else but the network, while this program reads the settings and the store.
@MainActor
struct Fetcher {
  private let program: Result<RunningProgram, Failure>

  /// Starts it; without a request it ends with this program.
  init() {
    let path = ProgramFile().helper("haru-fetch")
    guard ProgramFile.canRun(path) else {
      program = .failure(Fetcher.failure(path, String(cString: strerror(errno))))
      return
    }
    do {
      program = .success(try RunningProgram([path, FetchCommand.awaited]))
    } catch {
      program = .failure(Fetcher.failure(path, "\(error)"))
    }
  }

  private static func failure(_ path: String, _ reason: String) -> Failure {
    Failure(.unavailable, ErrorText.cannotRun(path, reason))
  }

  /// Asks, and follows the answers as `RunningProgram.follow` does.
  ///
  /// - Throws: `Failure` if it could not be started.
  func ask(
    _ request: ReloadRequest, onLine: @escaping @MainActor (String) -> Void,
    onEnd: @escaping @MainActor (Int32) -> Void
  ) throws(Failure) {
    try program.get().follow(
      input: FetchCommand.reload(request).input, onLine: onLine, onEnd: onEnd)
  }

  /// Asks it to end, if it was started.
  func terminate() {
    if case .success(let program) = program { program.terminate() }
  }
}
