import ArgumentParser
import HaruCore
import HaruDesktop
import HaruExchange
import HaruStore
import HaruText

/// The command `haru export`.
struct ExportCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "export", abstract: HelpText.export)
  }

  @Option(
    help: ArgumentHelp(HelpText.exportFormat, valueName: "format"),
    completion: .list(ExportFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp(HelpText.exportOutput, valueName: "file"),
    completion: .file())
  var output: String?

  func run() throws {
    try onMain {
      let format = try chosenFormat()
      let session = try Session()
      let contents = try session.read { (store) throws(StoreError) in try store.contents() }
      let text = try format.text(of: contents ?? Contents(), summary: CommandText.studiedEvent)
      guard let output, output != "-" else {
        guard StandardStream.output.write(text) else { throw Failure.standardOutput }
        return
      }
      do {
        try WholeFile.write(text, to: output)
      } catch {
        throw Failure(.cannotCreate, CommandText.cannotWrite(output, "\(error)"))
      }
    }
  }

  private func chosenFormat() throws(Failure) -> ExportFormat {
    if let format {
      guard let known = ExportFormat(rawValue: format) else {
        throw Failure(.usage, CommandText.noSuchFormat(format))
      }
      return known
    }
    let ending = output?.split(separator: ".").last.map(String.init) ?? ""
    return ExportFormat(rawValue: ending) ?? .json
  }
}
