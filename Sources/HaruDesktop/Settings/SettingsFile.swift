public import HaruCore
internal import HaruSystem

/// The user's settings file, `haru.conf`.
public enum SettingsFile {
  /// Where it is; the file need not exist.
  public static var path: String { UserDirectories.config + "/haru/haru.conf" }

  /// Makes the lines of version 0.4 about rest days that were read comments, below a sentence; a wrong one stays.
  ///
  /// Where the file cannot be written they stay, and say nothing any more (docs/store.md#rest-days-by-rule).
  public static func commentOutFormer(of settings: Settings, below sentence: String) {
    try? KeyFile.commentOut(settings.foundFormerKeys, below: sentence, at: path)
  }

  /// A line that is wrong.
  public struct WrongLine: Error {
    /// The path of the file, with the number of the line behind it.
    public let place: String
    /// What is wrong.
    public let error: SettingsError

    init(_ error: SettingsError, at number: Int?, of path: String) {
      self.error = error
      place = number.map { "\(path):\($0)" } ?? path
    }

    /// The group it stands in; `nil` for what is no setting.
    public var group: String? {
      switch error {
      case .noSetting: nil
      case .unknownKey(let line, _), .badValue(let line, _): line.group
      }
    }

    /// Whether it could be meant for a key that says where the user's data is.
    public func hides(_ key: String) -> Bool {
      switch error {
      case .noSetting(let line): line.hasPrefix(key)
      case .unknownKey: false
      case .badValue(let line, _): line.name == key
      }
    }
  }

  /// Reads the settings and passes over wrong lines, in their order; the keys in them keep their
  /// defaults.
  ///
  /// If the line of the path of the store is wrong, it comes first, and the path is not known: the default
  /// is another store.
  ///
  /// - Parameters:
  ///   - path: The path of the file, or of a draft of it.
  ///   - take: Takes a line of a group of the caller's own, and returns `false` for any other.
  /// - Returns: The settings of Haru, and the wrong lines of Haru and of the caller.
  /// - Throws: `GLibError` if the file cannot be read.
  public static func readGoodLines(
    of path: String = path,
    taking take: (SettingLine) throws(SettingsError) -> Bool = { _ in false }
  ) throws -> (settings: Settings, wrong: [WrongLine]) {
    var settings = Settings()
    settings.firstWeekdayOfLocale = .firstOfLocale
    let (file, others) = try KeyFile.readingGoodLines(of: path)
    var errors = others.map { (number: $0.number as Int?, error: SettingsError.noSetting($0.line)) }
    let own = ownLines(of: file)
    for line in lines(of: file) {
      do {
        if try !take(line), own.contains(line) { try settings.set(line) }
      } catch {
        errors.append((file.line(of: line.name, in: line.group), error))
      }
    }
    errors.sort { $0.number ?? 0 < $1.number ?? 0 }
    var wrong = errors.map { WrongLine($0.error, at: $0.number, of: path) }
    if let place = wrong.firstIndex(where: { $0.hides("path") }) {
      settings.isStoreKnown = false
      wrong.insert(wrong.remove(at: place), at: 0)
    }
    return (settings, wrong)
  }

  /// The lines that Haru reads itself: all but those of groups that guests have named as theirs.
  public static func ownLines(of file: KeyFile) -> [SettingLine] {
    lazy var guests = GuestProgram.registered(beside: ProgramFile()).compactMap(\.settings)
    return lines(of: file).filter {
      Settings.groups.contains($0.group) || !guests.contains($0.group)
    }
  }

  private static func lines(of file: KeyFile) -> [SettingLine] {
    file.entries.map { SettingLine(group: $0.group, name: $0.key, value: $0.value) }
  }
}
