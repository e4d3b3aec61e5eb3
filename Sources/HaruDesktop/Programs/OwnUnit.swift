internal import CDesktop

/// A unit of its own in the user's systemd, for a program that must not share this process's.
public enum OwnUnit {
  /// The words that start a program in such a unit, with this process's environment and streams, and
  /// end with its status; what it has started stays (docs/desktop.md#hardening).
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - limit: The time in milliseconds after which it is ended.
  /// - Returns: The program systemd-run and its arguments.
  public static func starting(_ words: [String], limit: Int) -> [String] {
    [
      "systemd-run", "--user", "--quiet", "--collect", "--wait", "--pipe",
      "--property=KillMode=process", "--property=RuntimeMaxSec=\(limit)ms",
      // It takes the values of all variables from its own environment.
    ] + strings(taking: g_listenv()).map { "--setenv=" + $0 } + ["--"] + words
  }
}
