internal import Glibc
internal import HaruSystem

/// A program of the user's own that runs when something has happened (docs/bars.md#hooks).
public enum Hook: String, CaseIterable, Sendable {
  /// Today became studied.
  case studied
  /// The mark of today was cleared.
  case unstudied
  /// A day has begun.
  case dayStarted = "day-started"
  /// A streak has ended, because yesterday was missed.
  case streakEnded = "streak-ended"
  /// A reminder has appeared.
  case reminder

  /// The directory of all hooks.
  public static var directory: String { UserDirectories.config + "/haru/hooks" }

  /// The executable.
  public var path: String { Hook.directory + "/" + rawValue }

  /// Whether the user has put something there.
  public var isInstalled: Bool { Files.exists(path) }

  /// Whether this process was started by the same hook, itself or through others.
  public var isRunning: Bool { Hook.ran.contains { $0 == rawValue } }

  /// The variable that names, for a hook and what it starts, the hooks that have led there.
  public static let variable = "HARU_HOOK"

  /// The hooks that have led to this process.
  private static var ran: [Substring] {
    getenv(variable).map { String(cString: $0).split(separator: " ") } ?? []
  }

  /// What the variable is for this hook: those that have led to it, and its own name behind them.
  public var chain: String { (Hook.ran + [rawValue[...]]).joined(separator: " ") }

  /// Begins anew, in a program that outlives the hook that has started it.
  public static func endChain() { unsetenv(variable) }

  /// How long it may run, in milliseconds.
  public static let limitMilliseconds = 10_000
}
