public import HaruCore
public import HaruSystem

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

  /// Makes the lines of version 0.4 about rest days comments, below a sentence.
  ///
  /// Where the file cannot be written they stay, and say nothing any more (docs/store.md#rest-days-by-rule).
  public static func commentOutFormer(_ sentence: String) {
    try? KeyFile.commentOut(SettingKey.former, below: sentence, at: path)
  }

  /// A line that is wrong.
  public struct WrongLine: Error {
    /// The path of the file, with the number of the line behind it.
    public let place: String
    /// What is wrong.
    public let error: SettingsError

    init(_ error: SettingsError, _ number: Int?) {
      self.error = error
      place = number.map { "\(path):\($0)" } ?? path
    }
  }

  /// Reads the settings and passes over wrong lines, in their order; the keys in them keep their
  /// defaults.
  ///
  /// If the line of the path of the store is wrong, it comes first, and the path is not known: the default
  /// is another store.
  ///
  /// - Throws: `GLibError` if the file cannot be read.
  public static func readGoodLines() throws -> (settings: Settings, wrong: [WrongLine]) {
    var settings = Settings()
    let (file, others) = try KeyFile.readingGoodLines(of: path)
    var wrong = others.map { (number: $0.number as Int?, error: SettingsError.noSetting($0.line)) }
    for line in lines(of: file) {
      do {
        try settings.set(line)
      } catch {
        wrong.append((file.line(of: line.name, in: line.group), error))
      }
    }
    wrong.sort { $0.number ?? 0 < $1.number ?? 0 }
    if let place = wrong.firstIndex(where: { hides("path", $0.error) }) {
      settings.isStoreKnown = false
      wrong.insert(wrong.remove(at: place), at: 0)
    }
    if wrong.contains(where: { hides("api", $0.error) }) { settings.isSiteKnown = false }
    return (settings, wrong.map { WrongLine($0.error, $0.number) })
  }

  /// Whether a line could be meant for a key that says where the user's data is.
  private static func hides(_ key: String, _ error: SettingsError) -> Bool {
    switch error {
    case .noSetting(let line): line.hasPrefix(key)
    case .unknownKey: false
    case .badValue(let line, _): line.name == key
    }
  }

  private static func lines(of file: KeyFile) -> [SettingLine] {
    file.entries.map { SettingLine(group: $0.group, name: $0.key, value: $0.value) }
  }
}
