import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruImportExport
import HaruStore
import HaruSystem
import HaruText

struct ExportCommand: ContextCommand {
  static var configuration: CommandConfiguration { .init("export", text("Export all your data.")) }

  @Option(
    help: .of(
      text(
        "json: everything; csv: a line a day; ics: an event a day; default: by file name, or json."),
      valueName: "format"),
    completion: .list(ExportFormat.names),
    transform: reading(ExportFormat.init(rawValue:), or: ExportFormat.unknown))
  var format: ExportFormat?

  @Option(
    name: .shortAndLong,
    help: .of(text("File to write; default, and -: standard output."), valueName: "file"),
    completion: .file())
  var output: String?

  @Argument(
    help: .of(text("The file to write, as with --output."), valueName: "file"),
    completion: .file())
  var file: String?

  func validate() throws {
    guard file == nil || output == nil else {
      throw ValidationError(CommandText.notTogether("--output", file ?? ""))
    }
  }

  private var target: String? { output ?? file }

  func run(in context: CommandContext) throws {
    let format = try chosenFormat()
    let (record, contents) = try context.record { try $0.contents() }
    let written = format.text(
      of: contents ?? Contents(), record, today: context.today,
      summary: text("Studied", as: "an event in a calendar"))
    guard let output = target, output != "-" else {
      guard StandardStream.output.writeSafely(written) else { throw Failure.standardOutput }
      return
    }
    let isPart = Store.isPart(
      Files.linkTarget(of: output) ?? output, ofStoreAt: context.storePath,
      usual: Store.usualPath)
    guard !isPart else { throw StoreError.reserved(output) }
    try writing(output) { try AtomicFile.write(written, to: output) }
    printMessage(
      text(
        "Exported {count} day: {path}", "Exported {count} days: {path}",
        count: contents?.marks.count ?? 0,
        ["path": output]))
  }

  private func chosenFormat() throws(Failure) -> ExportFormat {
    if let format { return format }
    if let target, let meant = ExportFormat(rawValue: target.lowercased()) {
      throw Failure(
        .usage,
        text(
          "{name} is a format: haru export --format {format}; for a file of that name: haru export ./{name}",
          ["name": target, "format": meant.rawValue]))
    }
    guard let ending else { return .json }
    guard let known = ExportFormat(rawValue: ending) else {
      throw Failure(.usage, ExportFormat.unknown(ending))
    }
    return known
  }

  /// The extension of the file's name in lower case; `nil` if it has none.
  private var ending: String? {
    let name = target?.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    return ending.isEmpty ? nil : ending
  }
}

extension ExportFormat {
  fileprivate static let names = allCases.map(\.rawValue)

  fileprivate static func unknown(_ name: String) -> String {
    ImportText.noSuchFormat(name, formats: names)
  }
}
