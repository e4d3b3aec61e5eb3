public import HaruCore

/// The report and the errors of an import.
public enum ImportText {
  // MARK: The report

  /// What was imported, a line for each kind of data.
  ///
  /// - Parameters:
  ///   - found: The contents of the file.
  ///   - changes: What the import changes.
  ///   - rest: The rest days that the store has by rules.
  ///   - streaks: The streak before and after.
  /// - Returns: The lines.
  public static func report(
    _ found: Import.Found, _ changes: Import.Changes, beside rest: RestDays,
    streaks: (before: Streak, after: Streak)
  ) -> [String] {
    let found = found.without(changes.longAgo)
    return [heading(found, changes)] + found.remarks.map(remark) + days(found, changes)
      + whatElse(found, changes) + rules(found, changes, beside: rest, on: streaks.after.today)
      + [streak(streaks.before, streaks.after)]
  }

  /// Names what is a rest day or in reserve by a rule of the file that goes on, and not of the store: a rule says of the
  /// days to come what the user of this store has not said.
  private static func rules(
    _ found: Import.Found, _ changes: Import.Changes, beside rest: RestDays, on today: Day
  ) -> [String] {
    guard let contents = found.contents, changes.adopted == nil else { return [] }
    let own = RestText.rules(rest, since: today)
    let others = RestText.rules(contents.record.rest, since: today).filter { !own.contains($0) }
    return others.isEmpty
      ? []
      : [
        text(
          "Rules that are not imported: {rules}; to set them: haru rest --help",
          ["rules": ListText.words(others)])
      ]
  }

  /// The most skipped rows that are listed one by one.
  private static let named = 20

  private static func heading(_ found: Import.Found, _ changes: Import.Changes) -> String {
    // An export that is restored as a whole may have days after today.
    let studied = changes.adopted == nil ? found.studied : Set(changes.marked)
    let source = found.habit.map { "\(found.origin), \(SafeText.value($0))" } ?? found.origin
    guard let first = studied.min(), let last = studied.max() else {
      return text("{source}: no studied days", ["source": source])
    }
    let values: KeyValuePairs = [
      "source": source, "first": first.description, "last": last.description,
    ]
    if first == last { return text("{source}: one studied day, {first}", values) }
    return text(
      "{source}: {count} studied days, {first} to {last}",
      "{source}: {count} studied days, {first} to {last}", count: studied.count, values)
  }

  private static func remark(_ remark: Import.Remark) -> String {
    switch remark {
    case .zone(let name, let rows):
      text(
        "{count} row read in the time zone {zone}", "{count} rows read in the time zone {zone}",
        count: rows, ["zone": name])
    case .offset(let seconds, let rows):
      text(
        "{count} row read in the time zone {zone}", "{count} rows read in the time zone {zone}",
        count: rows, ["zone": offset(seconds)])
    case .monthFirst: text("Dates read as month/day/year")
    case .dayFirst: text("Dates read as day/month/year")
    case .missingLog:
      text("No -wal file is beside this database: if its program was running, copy that file too")
    case .perhapsLoops:
      text("If Loop Habit Tracker wrote this table, import it with --format loop-csv")
    }
  }

  private static func days(_ found: Import.Found, _ changes: Import.Changes) -> [String] {
    var lines = [text("New: {days}", ["days": days(changes.marked.count)])]
    func add(_ line: String, _ count: Int) { if count > 0 { lines.append(line) } }
    let known = changes.alreadyMarked
    add(text("Already marked: {days}", ["days": days(known)]), known)
    let alone = changes.leftAlone.count
    add(
      text("Cleared before, not marked again: {days}", ["days": days(alone)]),
      alone)
    let longAgo = changes.longAgo
    add(
      text(
        "More than ten years before the next day, left out: {days}; if they are meant, add --force",
        ["days": ListText.words(longAgo.map(\.description), atMost: named)]), longAgo.count)
    add(text("New rest days: {days}", ["days": days(changes.rested.count)]), changes.rested.count)
    add(
      text("{count} new note", "{count} new notes", count: changes.noted.count), changes.noted.count
    )
    let other = changes.notedOtherwise.count
    add(
      text(
        "{count} note left out: its day has another",
        "{count} notes left out: their days have others",
        count: other), other)
    let merged = found.duplicates
    add(
      text("{count} duplicate row merged", "{count} duplicate rows merged", count: merged), merged)
    return lines
  }

  /// The lines about skipped rows, or, where a whole export is restored, about its history.
  private static func whatElse(_ found: Import.Found, _ changes: Import.Changes) -> [String] {
    guard let contents = changes.adopted else {
      return skipped(found.skipped, more: found.skippedMore)
    }
    return contents.journal.isEmpty
      ? []
      : [
        text(
          "Restored with its history; haru undo undoes the last change of that history.")
      ]
  }

  private static func days(_ count: Int) -> String {
    text("{count} day", "{count} days", count: count)
  }

  private static func streak(_ before: Streak, _ after: Streak) -> String {
    text(
      "Streak: {before} before, {after} now; longest: {longest-before} before, {longest} now",
      [
        "before": NumberText.grouped(before.current),
        "after": NumberText.grouped(after.current),
        "longest-before": NumberText.grouped(before.longest?.length ?? 0),
        "longest": NumberText.grouped(after.longest?.length ?? 0),
      ])
  }

  // MARK: Skipped rows

  private static func skipped(_ rows: [Import.Skipped], more: Int) -> [String] {
    guard !rows.isEmpty else { return [] }
    let all = rows.count + more
    var lines = [text("{count} row skipped:", "{count} rows skipped:", count: all)]
    lines += rows.prefix(named).map { row in
      "  "
        + text("{place}: {reason}", ["place": place(row.place), "reason": reason(row.reason)])
    }
    let rest = all - named
    if rest > 0 {
      lines.append("  " + text("and {count} more", "and {count} more", count: rest))
    }
    return lines
  }

  /// The first rows of a kept file that are no plan and cannot be read, in a line; `nil` if there are none.
  public static func unreadRows(of found: Import.Found) -> String? {
    let rows = found.skipped.filter { row in
      switch row.reason {
      case .afterToday, .repeated, .event, .notDone, .noValue: false
      default: true
      }
    }
    // Of rows that nobody counted, none is known to be a plan, unless another one is.
    let others = rows.count == found.skipped.count ? found.skippedMore : 0
    let lines = skipped(Array(rows.prefix(3)), more: max(0, rows.count - 3) + others)
    return lines.isEmpty
      ? nil : lines[0] + lines.dropFirst().map { $0.dropFirst() }.joined(separator: ";")
  }

  private static func place(_ place: Import.Place) -> String {
    switch place {
    case .row(let number): text("row {number}", ["number": String(number)])
    case .line(let number): text("line {number}", ["number": String(number)])
    }
  }

  private static func reason(_ reason: Import.Reason) -> String {
    switch reason {
    case .noDate: text("no date")
    case .notADate(let word): text("not a date: {word}", ["word": SafeText.value(word)])
    case .severalDays(let word):
      text("one row for several days: {word}", ["word": SafeText.value(word)])
    case .afterToday(let day): text("after today: {day}", ["day": day.description])
    case .noValue: text("no value")
    case .unknownValue(let word): text("unknown value: {word}", ["word": SafeText.value(word)])
    case .parts(let count):
      text("{count} field instead of 3 to 5", "{count} fields instead of 3 to 5", count: count)
    case .cells(let count, let width):
      text(
        "{count} cell instead of {width}", "{count} cells instead of {width}", count: count,
        ["width": String(width)])
    case .cut(let word):
      text("the file ends in the middle of this line: {word}", ["word": SafeText.value(word)])
    case .repeated: text("a repeated event is a plan, not a record")
    case .event:
      text("an event is a plan; of a source only tasks that are done count")
    case .notDone: text("a task that is not done")
    case .longNote(let bytes):
      text(
        "a note of {size} kB was left out; a note has at most {limit} kB",
        [
          "size": NumberText.kilobytes(bytes),
          "limit": NumberText.kilobytes(StoredBounds.noteBytes),
        ])
    case .noMidnight(let instant):
      text(
        "{time} is not near midnight in any time zone; to import it anyway: --force",
        ["time": instant.rfc3339(in: .utc)])
    }
  }

  // MARK: Errors

  /// Why a file was not imported, in one line.
  public static func line(_ error: ImportError, path: String, formats: [String]) -> String {
    switch error {
    case .unreadable(let reason): text("{reason}: {path}", ["reason": reason, "path": path])
    case .notAFile: text("not a file or a folder: {path}", ["path": path])
    case .tooLarge(let megabytes):
      text("larger than {count} MB: {path}", ["count": String(megabytes), "path": path])
    case .changing: text("another program is writing this file: {path}; try again", ["path": path])
    case .damaged: text("damaged or encrypted: {path}", ["path": path])
    case .contradiction:
      text(
        "this file contradicts itself: {path}; write it again with haru export", ["path": path])
    case .missingDays(let habit):
      text(
        "the file with the days of {name} is missing in {path}; give the whole export of Loop",
        ["name": SafeText.value(habit), "path": path])
    case .notUTF8(let line):
      text("{path}: line {number} is not UTF-8", ["path": path, "number": String(line)])
    case .openQuote(let line):
      text(
        "{path}: the quotation mark on line {number} is not closed",
        ["path": path, "number": String(line)])
    case .unknownFormat:
      text(
        "unknown format: {path}; supported: {formats}",
        ["formats": ListText.words(formats), "path": path])
    case .otherFormat: text("not in the given format: {path}", ["path": path])
    case .isStore:
      text(
        "a store of Haru: {path}; haru store restore puts it in the place of yours", ["path": path])
    case .noDays: text("a Core Data file, but not from SwiftCal: {path}", ["path": path])
    case .newer(let version):
      text(
        "written by a newer version of its program (schema {version}); to try anyway: --force",
        ["version": String(version)])
    case .severalHabits(let names): severalHabits(names, path)
    case .severalColumns(let names):
      text(
        "several columns may say whether a day was studied: {names}; choose one with --column",
        ["names": list(names)])
    case .severalDates(let names):
      text(
        "several columns hold dates: {names}; rename the one that counts to Date",
        ["names": list(names)])
    case .noSuchColumn(_, []):
      text("no columns to choose from in this file: {path}; leave out --column", ["path": path])
    case .noSuchColumn(let name, let names):
      text(
        "no such column: {name}; available: {names}",
        ["name": SafeText.value(name), "names": list(names)])
    case .plusOrMinus(let name):
      text(
        "the rows of {name} do not say whether they are a plus or a minus; if it has a plus alone, write --rows all, and if it has both, --rows rising",
        ["name": SafeText.value(name)])
    case .noSuchHabit(let name, let names): noSuchHabit(name, names, path)
    case .sameName(let name, let names):
      text(
        "several habits have the name {name}; choose one of {names}",
        ["name": SafeText.value(name), "names": list(names)])
    case .severalFiles(let names):
      text(
        "several files can be imported: {names}; choose one of them in {path}",
        ["names": list(names), "path": path])
    case .missingLog:
      text(
        "no days in this database, and the -wal file with its last changes is missing: {path}; copy that file too, or close its program first",
        ["path": path])
    case .noReviews:
      text(
        "not a collection of Anki: {path}; leave out --minutes and --reviews", ["path": path])
    case .noRows: text("no habit of Habitica: {path}; leave out --rows", ["path": path])
    case .noZstandard:
      text(
        "compressed with zstd: {path}; install the program zstd, or export again with “Support older Anki versions”",
        ["path": path])
    case .scores:
      text(
        "the scores of Loop, which are no days: {path}; import Checkmarks.csv, or the whole export",
        ["path": path])
    case .shiftedColumns:
      text(
        "the names of habits hold commas, which shift the columns: {path}; import the whole export of Loop, or name such a habit with --habit",
        ["path": path])
    case .noTarget:
      text(
        "quantities of Loop, whose target is in Habits.csv: {path}; import the whole export, or if it is not from Loop: --format csv",
        ["path": path])
    case .dateOrder:
      text(
        "no date tells whether its day or its month comes first: {path}; a source needs dates such as {example}",
        ["path": path, "example": "2026-11-27"])
    case .ambiguousZone:
      text("the dates fit both sides of the date line; give the time zone: --time-zone ZONE")
    case .unknownZone(let name):
      text(
        "this file was imported in the time zone {zone} before, which this system does not know; name the zone that is meant: --time-zone ZONE",
        ["zone": SafeText.value(name)])
    case .noRoom(let reason): text("cannot make a temporary copy: {reason}", ["reason": reason])
    }
  }

  /// A format that does not exist.
  public static func noSuchFormat(_ name: String, formats: [String]) -> String {
    text(
      "no such format: {name}; available: {formats}",
      ["name": SafeText.value(name), "formats": ListText.words(formats)])
  }

  private static func severalHabits(_ names: [String], _ path: String) -> String {
    names.isEmpty
      ? text("no habits in this file: {path}", ["path": path])
      : text("several habits: {names}; choose one with --habit", ["names": list(names)])
  }

  private static func noSuchHabit(_ name: String, _ names: [String], _ path: String) -> String {
    names.isEmpty
      ? text("no names of habits in this file: {path}; leave out --habit", ["path": path])
      : text(
        "no such habit: {name}; available: {names}",
        ["name": SafeText.value(name), "names": list(names)])
  }

  // MARK: Values

  private static func list(_ names: [String]) -> String {
    // Quoted as a shell takes them, so that a name with a comma is one.
    ListText.words(names.map { "\"" + SafeText.value($0) + "\"" }, atMost: named)
  }

  /// An offset such as `UTC+09:00`.
  private static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "UTC" + (seconds < 0 ? "-" : "+") + parts.joined(separator: ":")
  }
}
