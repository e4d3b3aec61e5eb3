internal import Glibc

/// The log of the system, which is systemd's journal where that runs, for a process whose standard error
/// nobody reads.
public enum SystemLog {
  /// Tells what the user may want to look at; lost where nothing listens.
  public static func warn(_ line: String) {
    line.withCString { line in
      withVaList([line]) { vsyslog(LOG_WARNING | LOG_USER, "%s", $0) }
    }
  }
}
