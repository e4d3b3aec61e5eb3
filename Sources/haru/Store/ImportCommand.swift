import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
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
    help: .of(
      text(
        "Format, if it is not detected: {formats}.",
        ["formats": ListText.words(ImportFormats.names)])),
    completion: .list(ImportFormats.names),
    transform: reading({ ImportFormats.names.contains($0) ? $0 : nil }) {
      ImportText.noSuchFormat($0, formats: ImportFormats.names)
    })
  var format: String?

  @Option(
    help: .of(
      text("Time zone in which you studied, such as Asia/Seoul; default: the current one."),
      valueName: "zone"))
  var timeZone: String?

  @Option(help: .of(text("Habit to import, if there are several."), valueName: "name"))
  var habit: String?

  @Option(
    help: .of(
      text("Column that says whether a day was studied, if the header does not tell."),
      valueName: "name"))
  var column: String?

  @Option(
    help: .of(
      text("For a habit of Habitica: count all rows (all), or only those that rise (rising).")),
    completion: .list(ImportOptions.Rows.allCases.map(\.rawValue)),
    transform: reading(ImportOptions.Rows.init(rawValue:)) {
      CommandText.badValue(
        $0, for: "--rows", expected: .oneOf(ImportOptions.Rows.allCases.map(\.rawValue)))
    })
  var rows: ImportOptions.Rows?

  @Option(
    parsing: .unconditional,
    help: .of(
      text("For Anki: how many minutes of reviews make a day, at least."), valueName: "number"),
    transform: number(1...1440, for: "--minutes"))
  var minutes: Int?

  @Option(
    parsing: .unconditional,
    help: .of(
      text("For Anki: how many reviews make a day, at least."), valueName: "number"),
    transform: number(1...100_000, for: "--reviews"))
  var reviews: Int?

  @Flag(help: .of(text("Print the report, and import nothing.")))
  var dryRun = false

  @Flag(
    help: .of(
      text(
        "Also import uncertain data: times far from midnight, days long before all others, files of a newer version."
      )))
  var force = false

  @Option(
    help: .of(
      text("Keep the file as a source of this name: Haru takes in what is new there by itself."),
      valueName: "name"),
    transform: reading({ DaySource.isName($0) ? $0 : nil }, or: SourceText.notAName))
  var keep: String?

  @Argument(
    help: .of(
      text(
        """
        JSON or CSV of haru export, a collection of Anki, a backup or export of Loop Habit Tracker, HabitKit, \
        Daylio, Notion or another tracker (also in a zip or a folder), or any CSV of dates, values and notes; \
        -: standard input
        """)),
    completion: .file())
  var file: String

  func run(in context: CommandContext) throws {
    let source = try keep.flatMap(sourceToKeep)
    var found = try read(context, asSource: keep != nil)
    let planned = keep == nil ? [] : plans(in: found, of: source)
    found.studied.subtract(planned)
    if keep != nil { try kept(found).checkWords() }
    let before = try context.record()
    let changes: Import.Changes
    let after: Record
    if dryRun {
      let preview = try context.read {
        try $0.preview(found, isOfSource: keep != nil, today: context.today)
      }
      changes = preview ?? Import.Changes(of: found, by: Import.Known(isNew: true))
      after = before.applying(changes, since: context.settings.since, today: context.today)
    } else {
      changes = try addDays(of: found, context)
      after = try context.record()
    }
    try report(found, changes, before, after, today: context.today)
    let begun = planned.filter { $0 <= context.today }
    if !begun.isEmpty { try printText(SourceText.plans(begun)) }
    let taken = Result { () throws(Failure) in
      dryRun ? "" : try RepoCommand.take(found.contents?.watches ?? [])
    }
    if case .success(let told) = taken, !told.isEmpty { try printText(told) }
    if dryRun { printMessage(text("Nothing was imported.")) }
    // Nothing of the file could be read as it was meant; a task that is still open was.
    let isMisread = found.skipped.contains { keep == nil || $0.reason != .notDone }
    if found.without(changes.longAgo).isEmpty, isMisread || !changes.longAgo.isEmpty {
      throw Failure(.badData, text("no day could be read: {path}", ["path": file]))
    }
    if let keep, !dryRun { try keepFile(as: keep, found, planned, context) }
    _ = try taken.get()
  }

  /// The source of a name that the file is already; refuses a file that cannot be kept, before its days are imported.
  private func sourceToKeep(as name: String) throws -> DaySource? {
    let words = try words()
    // These may be standard input.
    let streams = ["/dev/stdin", "/dev/fd/", "/proc/"]
    if file == "-" || streams.contains(where: words[words.count - 1].hasPrefix) {
      throw Failure(.usage, text("--keep needs the path of a file"))
    }
    try checkWords()
    guard let source = try DaySource.all().first(where: { $0.name == name }) else { return nil }
    if case .program(let path) = source.origin {
      throw Failure(.refused, SourceText.isProgram(name, "rm \(shellQuoted(path))"))
    }
    let isOther = Files.resolved(source.place) != Files.resolved(words[words.count - 1])
    guard isOther, source.place.hasPrefix("/") else { return source }
    throw Failure(
      .refused,
      text(
        "the source {name} is already {path}; to remove the source: {command}",
        [
          "name": name, "path": SafeText.line(source.place),
          "command": "haru sources remove \(name)",
        ]))
  }

  /// Refuses words that would not be one line of the list.
  private func checkWords() throws(Failure) {
    guard let word = try words().first(where: { !DaySource.canKeep($0) }) else { return }
    throw Failure(
      .usage,
      text(
        "a file with a control character in its path or options cannot be kept: {word}",
        ["word": SafeText.short(word, to: 200)]))
  }

  /// The import with the options that were given, and what the file decided without them: another habit that stands
  /// there later is none of it.
  private func kept(_ found: Import.Found) -> ImportCommand {
    var kept = self
    kept.format = format ?? found.format
    kept.habit = habit ?? found.habit
    kept.column = column ?? found.column
    return kept
  }

  /// The days in a file that stood there before they began, as far as is known of the source that it is already.
  private func plans(in found: Import.Found, of source: DaySource?) -> Set<Day> {
    let known = source.flatMap { SourceNotes()[$0] }?.answer.held
    return (known ?? SourceAnswer.Held()).plans(in: found)
  }

  /// Keeps the file as a source.
  @MainActor
  private func keepFile(
    as name: String, _ found: Import.Found, _ planned: Set<Day>, _ context: CommandContext
  ) throws {
    let words = try kept(found).words()
    do {
      try DaySource.keep(words.map(shellQuoted).joined(separator: " "), as: name)
    } catch {
      throw Failure(
        .cannotCreate,
        text("the days are imported, but the file is not kept: {reason}", ["reason": "\(error)"]))
    }
    printMessage(
      text("Kept as the source {name}: Haru takes in what is new there.", ["name": name]))
    let source = try DaySource.named(name, among: DaySource.all())
    let held = SourceAnswer.Held(line: words, columns: found.columns, planned: planned)
    try SourceNotes.change { $0.begin(source, today: context.today, held) }
  }

  /// The words that read the same file in the same way, from any directory.
  private func words() throws(Failure) -> [String] {
    let options: [(String, String?)] = [
      ("--format", format), ("--time-zone", timeZone), ("--habit", habit), ("--column", column),
      ("--rows", rows?.rawValue), ("--minutes", minutes?.description),
      ("--reviews", reviews?.description),
    ]
    let given = options.flatMap { name, value in
      // A value that begins with a hyphen is read only as a part of the same word.
      value.map { $0.hasPrefix("-") ? ["\(name)=\($0)"] : [name, $0] } ?? []
    }
    return given + (force ? ["--force"] : []) + ["--", try absolutePath(file)]
  }

  /// Reads the file, in the zone of `--time-zone` if it was given.
  @MainActor
  func read(
    _ context: CommandContext, asSource isOfSource: Bool
  ) throws(Failure) -> Import.Found {
    let known = try context.read { try $0.sourceZones() } ?? [:]
    return try LocalZone.usingSeveral { (zones) throws(Failure) in
      let options = ImportOptions(
        zone: try zone(context, zones), isZoneNamed: timeZone != nil, habit: habit,
        column: column, rows: rows, leastMinutes: minutes, leastReviews: reviews, force: force,
        isOfSource: isOfSource, today: context.today,
        writtenAt: isOfSource ? lastChange(before: context.now) : context.now,
        dayStartsAt: context.provider.boundary.startsAt, sourceZones: known,
        zoneNamed: { zones.zone($0) })
      do throws(ImportError) {
        return try readFile(options)
      } catch {
        throw Failure(error, path: file)
      }
    }
  }

  /// What tells whether the file, and the log beside a database, are as they were; `nil` for a folder, in which any file
  /// may have changed, and for a file that is missing.
  var stamps: [FileStamp]? {
    let place = Files.resolved(file)
    guard !Files.isDirectory(place), let stamp = FileStamp(place) else { return nil }
    return [stamp, FileStamp(place + "-wal")].compactMap(\.self)
  }

  /// When it was changed last, a folder by the newest file in it; now if nothing tells that.
  private func lastChange(before now: Instant) -> Instant {
    let stamps = stamps ?? Self.files(in: Files.resolved(file)).compactMap { FileStamp($0) }
    return stamps.map(\.seconds).max().map { min(now, Instant($0)) } ?? now
  }

  /// The files in a folder and in the folders in it; no format reads deeper.
  private static func files(in folder: String, goesDeeper: Bool = true) -> [String] {
    Files.names(in: folder).map { folder + "/" + $0 }.flatMap { path in
      guard Files.isDirectory(path) else { return [path] }
      return goesDeeper ? files(in: path, goesDeeper: false) : []
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
    // To libc `UTC+09:00` and `KST+9` are nine hours west, which nobody means.
    guard LocalZone.hasFile(timeZone), let zone = zones.zone(timeZone) else {
      throw Failure(
        .usage,
        text(
          "no such time zone: {name}; write for example Asia/Seoul",
          ["name": SafeText.value(timeZone)]))
    }
    return zone
  }

  private func readFile(_ options: ImportOptions) throws(ImportError) -> Import.Found {
    let source = file == "-" ? try Source.standardInput() : try Source(path: file)
    return try ImportFormats.read(source, format: format, options)
  }

  @MainActor
  private func addDays(
    of found: Import.Found, _ context: CommandContext
  ) throws(Failure) -> Import.Changes {
    let provenance = Provenance(at: context.now, in: context.zone, source: .import)
    return try context.changeStore { store, _ in
      do throws(StoreError) {
        return try store.addDays(
          of: found, isOfSource: keep != nil, today: context.today, by: provenance)
      } catch {
        guard error == .contradiction else { throw error }
        // The file is at fault, not the store.
        throw Failure(ImportError.contradiction, path: file)
      }
    }
  }

  private func report(
    _ found: Import.Found, _ changes: Import.Changes, _ before: Record, _ after: Record, today: Day
  ) throws(Failure) {
    let streaks = (
      before: History(of: before, today: today).streak,
      after: History(of: after, today: today).streak
    )
    do {
      try printText(
        ImportText.report(found, changes, beside: before.rest, streaks: streaks).joined(
          separator: "\n"))
    } catch {
      throw dryRun
        ? error
        : Failure(
          .saved, text("saved, but the report was not printed: {reason}", ["reason": error.message])
        )
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
        .plusOrMinus, .noReviews, .noRows,
        .severalFiles, .ambiguousZone, .unknownZone:
        .usage
      case .noRoom: .cannotCreate
      case .noZstandard: .unavailable
      case .tooLarge, .damaged, .contradiction, .missingDays, .notUTF8, .openQuote, .unknownFormat,
        .otherFormat, .isStore, .noDays, .newer, .dateOrder,
        .scores, .shiftedColumns, .noTarget, .missingLog:
        .badData
      }
    self.init(status, ImportText.line(error, path: path, formats: ImportFormats.names))
  }
}
