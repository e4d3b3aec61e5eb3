internal import CGLib

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
  /// Haru's own files of the session; where the session has none, they stay in the cache.
  public static var session: String { (runtime ?? cache) + "/haru" }
}
