internal import HaruSystem

/// Where the user's own store is.
public enum UserStore {
  /// The path unless the settings name another.
  public static var usualPath: String { UserDirectories.data + "/" + Store.fileName }
}
