import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruSession
import HaruText

/// Has `haru-fetch` ask GitHub, and tells meanwhile how far it is.
@MainActor
final class Reloading {
  private let session: Session
  private let progress: ProgressLine?
  /// Read only where somebody looks on.
  private lazy var names = Dictionary(
    ((try? Watches(session).all) ?? []).map { ($0.id, $0.name) }, uniquingKeysWith: { $1 })
  private var heard = ReloadOutcome()
  private var status: Int32?
  private var isBrokenOff = false

  init(_ session: Session, showsProgress: Bool) {
    self.session = session
    progress = showsProgress ? ProgressLine() : nil
  }

  /// Runs it to its end, or until the user breaks it off, which leaves whole what has come till then.
  func run(_ selection: ReloadRequest.Selection) throws -> ReloadOutcome {
    let fetcher = ProgramFile().helper("haru-fetch")
    guard ProgramFile.canRun(fetcher) else {
      throw Failure(
        .unavailable, ReloadText.noFetcher(fetcher, String(cString: strerror(errno))))
    }
    let request = ReloadRequest(
      selection, by: session.settings, usualStore: UserStore.usualPath)
    // From before the start: a signal in between would end us, and leave the other running.
    var program: RunningProgram?
    MainLoop.onTermination {
      self.isBrokenOff = true
      program?.terminate()
    }
    do {
      program = try Subprocess.follow(
        [fetcher] + request.words, onLine: { self.hear($0) },
        onEnd: {
          self.status = $0
          MainLoop.quit()
        })
    } catch {
      throw Failure(.unavailable, ReloadText.noFetcher(fetcher, "\(error)"))
    }
    while status == nil { MainLoop.run() }
    progress?.clear()
    return try outcome(status ?? 0)
  }

  private func hear(_ line: String) {
    guard let line = FetcherLine(line) else { return }
    heard.take(line)
    guard let progress else { return }
    switch line {
    case .waiting: progress.draw(ReloadText.waiting)
    case .ended(let id, _): progress.draw(far(names[id]))
    case .total, .paused: progress.draw(far(nil))
    }
  }

  private func far(_ name: RepositoryName?) -> String {
    ReloadText.progress(heard.ended.count, of: heard.total, name)
  }

  private func outcome(_ status: Int32) throws -> ReloadOutcome {
    // At a terminal both get the signal, and either may be first to hear of it.
    if isBrokenOff || [SIGINT, SIGTERM, SIGHUP].contains(status - 128) {
      RunningAgent.reload()
      throw Failure(
        .tryAgain, ReloadText.brokenOff(heard.ended.count, of: heard.total))
    }
    guard status <= 128 else {
      throw Failure(
        .inputOutput, ReloadText.fetcherEnded(String(cString: strsignal(status - 128))))
    }
    let isPaused = status == Failure.Status.tryAgain.rawValue && heard.pause != nil
    // It has said itself why it could not.
    guard status == 0 || isPaused else { throw ExitCode(status) }
    return heard
  }
}

/// A line that `haru-fetch` writes while it asks.
enum FetcherLine: Hashable {
  /// Another reload has to end before it asks.
  case waiting
  /// How many watches it will ask for.
  case total(Int)
  /// What came of a watch: `changed`, `unchanged`, or the kind of a problem.
  case ended(Int64, String)
  /// Nobody is asked before an instant, because of a kind of problem.
  case paused(Instant, String)

  /// Reads a line; `nil` for another.
  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("waiting", 1): self = .waiting
    case ("of", 2):
      guard let count = Int(words[1]) else { return nil }
      self = .total(count)
    case ("ended", 3):
      guard let id = Int64(words[1]) else { return nil }
      self = .ended(id, words[2])
    case ("paused", 3):
      guard let until = Int64(words[1]) else { return nil }
      self = .paused(Instant(until), words[2])
    default: return nil
    }
  }
}
