internal import Foundation

/// The clock of a program, moved by `Scripts/at-time`.
public enum FakeTime {
  /// The words before a command that start it at a time, `YYYY-MM-DD HH:MM:SS` in the zone of its environment.
  public static func words(at time: String) -> [String] {
    [SourceTree.root.appendingPathComponent("Scripts/at-time").path, time]
  }

  /// Runs a program of Haru at a time.
  public static func run(
    _ arguments: [String], of program: String = "haru", at time: String,
    environment: [String: String]
  ) throws -> Child.Outcome {
    try Child.run(
      words(at: time) + [Built.product(program)] + arguments, environment: environment)
  }

  /// The words before a command that start it with a clock ahead by a number of seconds.
  public static func words(later seconds: Int) -> [String] {
    words(at: "+\(seconds) seconds")
  }
}
