import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// Runs `haru-fetch`, which is started before the request is known.
///
/// It loads its libraries, the longest step but for the network, while this program reads the settings and
/// the store.
@MainActor
struct Fetcher {
  private let program: Result<RunningProgram, Failure>

  /// Starts it; if no request follows, it ends when this program ends.
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

  /// Sends the request, and passes on each line of the answer as `RunningProgram.follow` does.
  ///
  /// - Throws: `Failure` if it could not be started.
  func ask(
    _ request: ReloadRequest, onLine: @escaping @MainActor (String) -> Void,
    onEnd: @escaping @MainActor (Int32) -> Void
  ) throws(Failure) {
    try program.get().follow(
      input: Array(FetchCommand.reload(request).line.utf8), onLine: onLine, onEnd: onEnd)
  }

  /// Asks it to end, if it was started.
  func terminate() {
    if case .success(let program) = program { program.terminate() }
  }
}
