public import HaruCore

/// Says what an import brought, or why it brought nothing.
public enum ImportText {
  // MARK: The report

  /// What came in, a line for each thing there is to say.
  ///
  /// - Parameters:
  ///   - found: What the file says.
  ///   - taken: What of it was new.
  ///   - streaks: The streak before and after.
  /// - Returns: The lines.
  public static func report(
    _ found: Import.Found, _ taken: Import.Taken, streaks: (before: Streak, after: Streak)
  ) -> [String] {
    [heading(found, taken)] + found.remarks.map(remark) + days(found, taken)
      + whatElse(found, taken) + [streak(streaks.before, streaks.after)]
  }

  /// That nothing was written.
  public static var nothingWritten: String { text("Nothing was written.") }

  /// How many skipped rows are named one by one.
  private static let named = 20

  private static func heading(_ found: Import.Found, _ taken: Import.Taken) -> String {
    // A store that is taken as it was may have days after today.
    let studied = taken.adopted == nil ? found.studied : Set(taken.marked)
    let source = found.habit.map { "\(found.origin), \(shown($0))" } ?? found.origin
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
        "{count} row dated by midnight in {zone}", "{count} rows dated by midnight in {zone}",
        count: rows, ["zone": name])
    case .offset(let seconds, let rows):
      text(
        "{count} row dated by midnight in {zone}", "{count} rows dated by midnight in {zone}",
        count: rows, ["zone": offset(seconds)])
    case .monthFirst: text("Dates read as month/day/year")
    case .dayFirst: text("Dates read as day/month/year")
    }
  }

  private static func days(_ found: Import.Found, _ taken: Import.Taken) -> [String] {
    var lines = [text("New: {days}", ["days": days(taken.marked.count)])]
    func add(_ line: String, _ count: Int) { if count > 0 { lines.append(line) } }
    let known = taken.alreadyMarked
    add(text("Marked already: {days}", ["days": days(known)]), known)
    let alone = taken.leftAlone.count
    add(text("Imported before and cleared since, left so: {days}", ["days": days(alone)]), alone)
    add(text("New rest days: {days}", ["days": days(taken.rested.count)]), taken.rested.count)
    add(text("New notes: {days}", ["days": days(taken.noted.count)]), taken.noted.count)
    add(text("New watches: {count}", ["count": String(taken.watched.count)]), taken.watched.count)
    let merged = found.duplicates
    add(
      text("{count} duplicate row merged", "{count} duplicate rows merged", count: merged), merged)
    return lines
  }

  /// The rows that were passed over; or, of a store that is taken as it was, that none was.
  private static func whatElse(_ found: Import.Found, _ taken: Import.Taken) -> [String] {
    guard let contents = taken.adopted else { return skipped(found.skipped) }
    return contents.journal.isEmpty
      ? []
      : [
        text(
          "Taken as it was, with its journal: haru undo takes back what was done last there.")
      ]
  }

  private static func days(_ count: Int) -> String {
    text("{count} day", "{count} days", count: count)
  }

  private static func streak(_ before: Streak, _ after: Streak) -> String {
    text(
      "Streak: {before} before, {after} now; longest: {longest-before} before, {longest} now",
      [
        "before": String(before.current), "after": String(after.current),
        "longest-before": String(before.longest?.length ?? 0),
        "longest": String(after.longest?.length ?? 0),
      ])
  }

  // MARK: Skipped rows

  private static func skipped(_ rows: [Import.Skipped]) -> [String] {
    guard !rows.isEmpty else { return [] }
    var lines = [text("{count} row skipped:", "{count} rows skipped:", count: rows.count)]
    lines += rows.prefix(named).map { "  " + place($0.place) + ": " + reason($0.reason) }
    let rest = rows.count - named
    if rest > 0 { lines.append("  " + text("and {count} more", ["count": String(rest)])) }
    return lines
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
    case .notADate(let word): text("not a date: {word}", ["word": shown(word)])
    case .afterToday(let day): text("after today: {day}", ["day": day.description])
    case .noValue: text("it does not say whether the day was studied")
    case .unknownValue(let word): text("unknown value: {word}", ["word": shown(word)])
    case .parts(let count):
      text("{count} part instead of 3 to 5", "{count} parts instead of 3 to 5", count: count)
    case .noMidnight(let instant):
      text(
        "{time} is near no midnight; to import it all the same: --force",
        ["time": instant.rfc3339(in: Zone(name: "UTC") { _ in 0 })])
    }
  }

  // MARK: Errors

  /// Why a file was not read, in one line.
  public static func line(_ error: ImportError, path: String, formats: [String]) -> String {
    switch error {
    case .unreadable(let reason): text("{reason}: {path}", ["reason": reason, "path": path])
    case .notAFile: text("neither a file nor a folder: {path}", ["path": path])
    case .tooLarge(let megabytes):
      text("larger than {count} MB: {path}", ["count": String(megabytes), "path": path])
    case .changing: text("it is being written; try again: {path}", ["path": path])
    case .damaged: text("damaged, or encrypted: {path}", ["path": path])
    case .notUTF8(let line):
      text("{path}: line {number} is not UTF-8", ["path": path, "number": String(line)])
    case .openQuote(let line):
      text(
        "{path}: the quotation mark opened on line {number} is never closed",
        ["path": path, "number": String(line)])
    case .unknownFormat:
      text(
        "in none of the formats {formats}: {path}",
        ["formats": formats.joined(separator: ", "), "path": path])
    case .otherFormat: text("not in this format: {path}", ["path": path])
    case .noDays: text("a Core Data file of another program than SwiftCal: {path}", ["path": path])
    case .newer(let version):
      text(
        "written by a newer version of its program (schema {version}); to try all the same: --force",
        ["version": String(version)])
    case .severalHabits(let names): severalHabits(names, path)
    case .noSuchHabit(let name, let names): noSuchHabit(name, names, path)
    case .sameName(let name):
      text("two habits have this name: {name}; rename one", ["name": shown(name)])
    case .ambiguousZone:
      text("its dates fit both sides of the date line; say where you were: --time-zone ZONE")
    case .noRoom(let reason): text("no room for a copy: {reason}", ["reason": reason])
    }
  }

  /// What was given as a time zone and is none.
  public static func noSuchZone(_ name: String) -> String {
    text("no such time zone: {name} (one is Asia/Seoul)", ["name": shown(name)])
  }

  /// What was given as a format and is none.
  public static func noSuchFormat(_ name: String, formats: [String]) -> String {
    text(
      "no such format: {name}; there are {formats}",
      ["name": shown(name), "formats": formats.joined(separator: ", ")])
  }

  private static func severalHabits(_ names: [String], _ path: String) -> String {
    names.isEmpty
      ? text("no habits in it: {path}", ["path": path])
      : text("several habits; choose one with --habit: {names}", ["names": list(names)])
  }

  private static func noSuchHabit(_ name: String, _ names: [String], _ path: String) -> String {
    names.isEmpty
      ? text("it names no habits, so --habit cannot choose one: {path}", ["path": path])
      : text(
        "no such habit: {name}; there are {names}", ["name": shown(name), "names": list(names)])
  }

  // MARK: Words of others

  private static func list(_ names: [String]) -> String {
    names.prefix(named).map(shown).joined(separator: ", ") + (names.count > named ? ", …" : "")
  }

  /// A word of a file, on one line and not too long.
  private static func shown(_ word: String) -> String {
    if word.isEmpty { return "''" }
    let limit = 60
    return word.prefix(limit) + (word.count > limit ? "…" : "")
  }

  /// An offset such as `UTC+09:00`.
  private static func offset(_ seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let parts = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "UTC" + (seconds < 0 ? "-" : "+") + parts.joined(separator: ":")
  }
}
