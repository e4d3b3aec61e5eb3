internal import Foundation

/// The clock of a program, moved by `Scripts/at-time`.
public enum FakeTime {
  /// The words before a command that start it at a time, `YYYY-MM-DD HH:MM:SS` in the zone of its environment, or
  /// with a clock that is ahead, `+60 seconds`.
  public static func words(at time: String) -> [String] {
    [SourceTree.root.appendingPathComponent("Scripts/at-time").path, time]
  }
}
