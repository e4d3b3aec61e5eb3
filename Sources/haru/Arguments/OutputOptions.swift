import ArgumentParser
import HaruText

/// The option `--json`.
struct JSONOption: ParsableArguments {
  @Flag(help: ArgumentHelp(HelpText.json))
  var json = false
}

/// The options `--json` and `--format`, which exclude each other.
struct OutputOptions: ParsableArguments {
  @Flag(help: ArgumentHelp(HelpText.json))
  var json = false

  @Option(
    help: ArgumentHelp(HelpText.format(BarFormatName.all)), completion: .list(BarFormatName.all),
    transform: reading(BarFormatName.init(rawValue:)) {
      ImportText.noSuchFormat($0, formats: BarFormatName.all)
    })
  var format: BarFormatName?

  func validate() throws {
    if json, format != nil {
      throw ValidationError(CommandText.notTogether("--json", "--format"))
    }
  }
}
