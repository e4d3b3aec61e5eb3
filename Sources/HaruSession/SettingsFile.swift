public import HaruCore
public import HaruDesktop

/// The user's settings file, `haru.conf`.
public enum SettingsFile {
  /// Where it is; the file need not exist.
  public static var path: String { UserDirectories.config + "/haru/haru.conf" }

  /// Reads it as it stands, with its comments.
  ///
  /// - Throws: `GLibError` if it cannot be read, or is no key file.
  public static func open() throws(GLibError) -> KeyFile {
    try KeyFile(path: path)
  }

  /// Reads the settings; keys that the file leaves out keep their defaults.
  ///
  /// - Throws: `SettingsError` for the first invalid line; `GLibError` if the file cannot be read.
  public static func read() throws -> Settings {
    try Settings(lines: lines(of: open()))
  }

  /// Reads the settings and passes over invalid lines; `nil` if the path of the store is one of them,
  /// because the default is another store.
  public static func readValidLines() -> Settings? {
    var settings = Settings()
    for line in (try? lines(of: open())) ?? [] {
      let isTaken = SettingKey.named(line.name, in: line.group)?.set(line.value, in: &settings)
      if isTaken == false, line.group == "Store", line.name == "path" { return nil }
    }
    return settings
  }

  private static func lines(of file: KeyFile) -> [SettingLine] {
    file.entries.map { SettingLine(group: $0.group, name: $0.key, value: $0.value) }
  }
}
