import HaruCore
import HaruGitHub

/// What happens while watches are reloaded.
enum ReloadEvent: Hashable, Sendable {
  /// Another reload holds the lock.
  case waiting
  /// So many watches will be reloaded.
  case started(count: Int)
  /// GitHub has rejected a token, and the next one is tried.
  case rejected(TokenSource)
  /// A watch is done, and its outcome committed to the file.
  case ended(Reload)
  /// The site is not asked before an instant.
  case paused(until: Instant, ReloadProblem)
}
