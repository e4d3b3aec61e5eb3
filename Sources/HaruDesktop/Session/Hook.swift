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

  /// The executable.
  public var path: String { UserDirectories.config + "/haru/hooks/" + rawValue }

  /// Whether the user has one.
  public var isInstalled: Bool { ProgramFile.canRun(path) }

  /// What keeps it from running, because other users may write it: its file or the directory of hooks; `nil`
  /// if they may not.
  public var openPath: String? {
    [path, Files.directory(of: path)].first(where: Files.mayBeWrittenByOthers)
  }

  /// The variable that names, for a hook and what it starts, the hooks that have led there.
  public static let variable = "HARU_HOOK"

  /// The hooks that have led to this process, as their names with a blank between them.
  public static var chain: String { getenv(variable).map { String(cString: $0) } ?? "" }

  /// Begins anew, in a program that outlives the hook that has started it.
  public static func endChain() { unsetenv(variable) }

  /// Whether this process was started by the same hook, itself or through others.
  public var isRunning: Bool { Hook.chain.split(separator: " ").contains { $0 == rawValue } }

  /// How long it may run, in milliseconds.
  public static let limitMilliseconds = 10_000
}
