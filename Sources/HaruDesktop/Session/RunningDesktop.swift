internal import Glibc

/// The desktop of the session.
public enum RunningDesktop {
  /// Its names, the most specific first, in small letters.
  public static var names: [String] {
    let value = getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? ""
    return value.split(separator: ":").map { $0.lowercased() }
  }
}
