import Glibc

/// The system's folders, from variables of the XDG Base Directory Specification.
enum SearchPath {
  /// Settings: `$XDG_CONFIG_DIRS`.
  static var config: [String] { folders("XDG_CONFIG_DIRS", default: "/etc/xdg") }
  /// Data: `$XDG_DATA_DIRS`.
  static var data: [String] { folders("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share") }

  private static func folders(_ variable: String, default usual: String) -> [String] {
    let value = getenv(variable).map { String(cString: $0) } ?? ""
    return (value.isEmpty ? usual : value).split(separator: ":").map(String.init)
  }
}
