internal import ArgumentParser
internal import HaruText

/// The values of `--format`.
public enum BarFormatName: String, CaseIterable, Sendable {
  /// One line, for a bar or a prompt.
  case line
  /// At most twelve columns, for a narrow bar.
  case short
  /// A JSON object for Waybar.
  case waybar

  /// All values.
  public static let all = allCases.map(\.rawValue)

  /// Reads the value of `--format`.
  public static let read = reading(BarFormatName.init(rawValue:)) {
    ImportText.noSuchFormat($0, formats: BarFormatName.all)
  }

  /// Refuses `--format` together with `--json`.
  ///
  /// - Throws: `ValidationError`.
  public static func requireAlone(_ hasFormat: Bool, json: Bool) throws {
    if json, hasFormat {
      throw ValidationError(CommandText.notTogether("--json", "--format"))
    }
  }
}
