public import HaruCore
internal import HaruDesktop
internal import HaruText

extension SettingKey {
  /// Writes a value into the settings file, or takes the key out of it.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` for the default.
  ///   - typed: The value as the user has typed it.
  /// - Throws: `Failure` if it is no value of the key, and if the file cannot be read or written.
  public func change(to value: String?, typed: String? = nil) throws(Failure) {
    var values = Values()
    if let value, !set(value, in: &values) {
      throw Failure(
        .usage, CommandText.badValue(typed ?? value, for: fullName, expected: expected))
    }
    let file: KeyFile
    do {
      file = try KeyFile(path: SettingsFile.path)
    } catch {
      throw Failure(readingSettings: error)
    }
    if value == nil {
      file.remove(name, in: group)
    } else {
      file.set(self.value(in: values), for: name, in: group)
    }
    try writing(SettingsFile.path) { try file.save(to: SettingsFile.path) }
  }
}
