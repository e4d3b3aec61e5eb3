import ArgumentParser
import HaruCore
import HaruImportExport
import HaruStore
import HaruSystem
import HaruText

struct ImportCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: text("Import days from a file of another program or of haru export."),
      discussion: text(
        """
        An import changes neither the file nor days that you have marked. You can import a \
        file again, even if it has grown or has another name: only new data is imported, and days that you \
        have cleared since stay cleared. haru undo undoes an import.

        The JSON of haru export restores everything. An empty store also gets the history of changes; \
        haru undo then undoes the last change of that history.
        """))
  }

  @Option(
    name: [.long, .customLong("from")],
    help: Haru.help(
      text(
        "Format, if it is not detected: {formats}.",
        ["formats": ListText.words(ImportFormats.names)])),
    completion: .list(ImportFormats.names),
    transform: reading({ ImportFormats.names.contains($0) ? $0 : nil }) {
      ImportText.noSuchFormat($0, formats: ImportFormats.names)
    })
  var format: String?

  @Option(
    help: Haru.help(
      text("Time zone in which you studied, such as Asia/Seoul; default: the current one."),
      valueName: "zone"))
  var timeZone: String?

  @Option(help: Haru.help(text("Habit to import, if there are several."), valueName: "name"))
  var habit: String?

  @Option(
    help: Haru.help(
      text("Column that says whether a day was studied, if the header does not tell."),
      valueName: "name"))
  var column: String?

  @Option(
    help: Haru.help(
      text("For a habit of Habitica: count all rows (all), or only those that rise (rising).")),
    completion: .list(ImportOptions.Rows.allCases.map(\.rawValue)),
    transform: reading(ImportOptions.Rows.init(rawValue:)) {
      CommandText.badValue(
        $0, for: "--rows", expected: .oneOf(ImportOptions.Rows.allCases.map(\.rawValue)))
    })
  var rows: ImportOptions.Rows?

  @Option(
    help: Haru.help(
      text("For Anki: how many minutes of reviews make a day, at least."), valueName: "number"),
    transform: number(1...1440, for: "--minutes"))
  var minutes: Int?

  @Option(
    help: Haru.help(
      text("For Anki: how many reviews make a day, at least."), valueName: "number"),
    transform: number(1...100_000, for: "--reviews"))
  var reviews: Int?

  @Flag(help: Haru.help(text("Print the report, and import nothing.")))
  var dryRun = false

  @Flag(
    help: Haru.help(
      text(
        "Also import uncertain data: times far from midnight, days long before all others, files of a newer version."
      )))
  var force = false

  @Argument(
    help: Haru.help(
      text(
        """
        JSON or CSV of haru export, a collection of Anki, a backup or export of Loop Habit Tracker, HabitKit, \
        Daylio, Notion or another tracker (also in a zip or a folder), or any CSV of dates, values and notes; \
        -: standard input
        """)),
    completion: .file())
  var file: String

  func run(in context: CommandContext) throws {
    let found = try read(context)
    let before = try context.record()
    let taken: Import.Taken
    let after: Record
    if dryRun {
      let preview = try context.read { try $0.preview(found) }
      taken = preview ?? Import.Taken(of: found, by: Import.Known(isNew: true))
      after = before.taking(taken, today: context.today)
    } else {
      taken = try take(found, context)
      after = try context.record()
    }
    try report(found, taken, before, after, today: context.today)
    if dryRun { say(ImportText.nothingWritten) }
    // Nothing of the file could be read as it was meant.
    if found.without(taken.longAgo).isEmpty, !found.skipped.isEmpty || !taken.longAgo.isEmpty {
      throw Failure(.badData, ImportText.nothingFound(file))
    }
  }

  /// Reads the file, in the zone of `--time-zone` if it was given.
  @MainActor
  private func read(_ context: CommandContext) throws(Failure) -> Import.Found {
    let known = try context.read { try $0.sourceZones() } ?? [:]
    return try LocalZone.usingSeveral { (zones) throws(Failure) in
      let options = ImportOptions(
        zone: try zone(context, zones), isZoneNamed: timeZone != nil, habit: habit,
        column: column, rows: rows, leastMinutes: minutes, leastReviews: reviews, force: force,
        today: context.today, sourceZones: known, zoneNamed: { zones.zone($0) })
      do throws(ImportError) {
        return try readFile(options)
      } catch {
        throw Failure(error, path: file)
      }
    }
  }

  /// The zone of `--time-zone`, else the present one.
  @MainActor
  private func zone(
    _ context: CommandContext, _ zones: LocalZone.Several
  ) throws(Failure) -> Zone {
    guard let timeZone else {
      return Zone(name: context.zone.name) { zones.utcOffset(at: $0.seconds) }
    }
    guard let zone = zones.zone(timeZone) else {
      throw Failure(.usage, ImportText.noSuchZone(timeZone))
    }
    return zone
  }

  private func readFile(_ options: ImportOptions) throws(ImportError) -> Import.Found {
    let source = file == "-" ? try Source.standardInput() : try Source(path: file)
    return try ImportFormats.read(source, format: format, options)
  }

  @MainActor
  private func take(
    _ found: Import.Found, _ context: CommandContext
  ) throws(Failure) -> Import.Taken {
    let provenance = Provenance(at: context.now, in: context.zone, source: .import)
    let taken = try context.changeStore { (store, _) -> Import.Taken? in
      do throws(StoreError) {
        return try store.take(found, today: context.today, by: provenance)
      } catch {
        guard error == .contradiction else { throw error }
        // The file is at fault, not the store.
        return nil
      }
    }
    guard let taken else { throw Failure(ImportError.contradiction, path: file) }
    return taken
  }

  private func report(
    _ found: Import.Found, _ taken: Import.Taken, _ before: Record, _ after: Record, today: Day
  ) throws(Failure) {
    let streaks = (
      before: History(of: before, today: today).streak,
      after: History(of: after, today: today).streak
    )
    do {
      try printText(ImportText.report(found, taken, streaks: streaks).joined(separator: "\n"))
    } catch {
      throw dryRun ? error : Failure(.saved, StatusText.savedUnreported(error.message))
    }
  }
}

extension LocalZone.Several {
  /// The zone of a name; `nil` if there is none.
  fileprivate func zone(_ name: String) -> Zone? {
    utcOffset(of: name).map { offset in Zone(name: name) { offset($0.seconds) } }
  }
}

extension Failure {
  /// Why a file was not imported.
  init(_ error: ImportError, path: String) {
    let status: Status =
      switch error {
      case .unreadable, .notAFile: .noInput
      case .changing: .tryAgain
      case .severalHabits, .noSuchHabit, .sameName, .severalColumns, .severalDates, .noSuchColumn,
        .plusOrMinus, .noReviews,
        .severalFiles, .ambiguousZone, .unknownZone:
        .usage
      case .noRoom: .cannotCreate
      case .noZstandard: .unavailable
      case .tooLarge, .damaged, .contradiction, .missingDays, .notUTF8, .openQuote, .unknownFormat,
        .otherFormat, .noDays, .newer,
        .scores, .shiftedColumns, .noTarget, .missingLog:
        .badData
      }
    self.init(status, ImportText.line(error, path: path, formats: ImportFormats.names))
  }
}
