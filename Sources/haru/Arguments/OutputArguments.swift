import ArgumentParser
import HaruText

/// The option `--json`.
///
/// Commands that bars and prompts start declare the option themselves: an option group costs a tenth of a
/// start.
struct JSONOption: ParsableArguments {
  @Flag(help: Haru.help(HelpText.json))
  var json = false
}

extension BarFormatName {
  /// Reads the value of `--format`.
  static let read = reading(BarFormatName.init(rawValue:)) {
    ImportText.noSuchFormat($0, formats: BarFormatName.all)
  }

  /// Refuses `--format` together with `--json`.
  static func requireAlone(_ hasFormat: Bool, json: Bool) throws(ValidationError) {
    if json, hasFormat {
      throw ValidationError(CommandText.notTogether("--json", "--format"))
    }
  }
}
