internal import CGLib
internal import Glibc

/// The user's directories by the XDG Base Directory Specification.
public enum UserDirectories {
  /// Settings: `$XDG_CONFIG_HOME`, or `~/.config`.
  public static var config: String { String(cString: g_get_user_config_dir()) }
  /// Data: `$XDG_DATA_HOME`, or `~/.local/share`.
  public static var data: String { String(cString: g_get_user_data_dir()) }
  /// Files that can be made again: `$XDG_CACHE_HOME`, or `~/.cache`.
  public static var cache: String { String(cString: g_get_user_cache_dir()) }
  /// Files of the session: `$XDG_RUNTIME_DIR`; `nil` if the session has none.
  public static var runtime: String? {
    // GLib would return the cache directory instead, with a warning.
    let path = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
    return path.hasPrefix("/") && g_file_test(path, G_FILE_TEST_IS_DIR) != 0 ? path : nil
  }
  /// Where the system's settings are: `$XDG_CONFIG_DIRS`.
  public static var systemConfig: [String] { folders("XDG_CONFIG_DIRS", default: "/etc/xdg") }
  /// Where the system's data is: `$XDG_DATA_DIRS`.
  public static var systemData: [String] {
    folders("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
  }
  private static func folders(_ variable: String, default usual: String) -> [String] {
    let value = getenv(variable).map { String(cString: $0) } ?? ""
    return (value.isEmpty ? usual : value).split(separator: ":").map(String.init)
  }
  /// A directory of another user, in which this process runs as root, and that user's name; `nil` if there
  /// is none.
  ///
  /// What root writes there, the user could not change any more.
  public static var directoryOfAnother: (path: String, user: String)? {
    guard geteuid() == 0 else { return nil }
    for wanted in [config, data] {
      var (path, status) = (wanted, stat())
      while stat(path, &status) != 0, path != "/" { path = Files.directory(of: path) }
      guard status.st_uid != 0 else { continue }
      let name = getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) }
      return (path, name ?? String(status.st_uid))
    }
    return nil
  }
  /// Haru's own files of the session; where the session has none, they stay in the cache.
  public static var session: String { (runtime ?? cache) + "/haru" }
}
