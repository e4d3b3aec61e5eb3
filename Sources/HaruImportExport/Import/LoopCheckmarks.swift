internal import HaruCore

/// A file `Checkmarks.csv` of Loop Habit Tracker by itself: the days of one habit, or a column for each
/// habit (docs/formats.md#loop-csv).
enum LoopCheckmarks: ImportFormat {
  static let name = LoopCSV.name

  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text else { return false }
    let table = Table(CSV(text))
    return table.isScores || table.isOfAll || table.isOfOne && isOwn(table, source)
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let text = source.text else { throw .otherFormat }
    let table = Table(CSV(text))
    guard !table.isScores else { throw .scores }
    if table.isOfOne {
      return try found(table.csv, of: try habitOfFolder(around: source), options)
    }
    guard table.isOfAll else { throw .otherFormat }
    let list = try source.folderAround.flatMap { (folder) throws(ImportError) in
      try LoopList(in: folder)
    }
    let (habit, column) = try table.choose(from: list?.habits, options)
    return try found(table.csv, column, of: habit, options)
  }

  /// Collects the days of a habit.
  ///
  /// - Parameters:
  ///   - csv: The table.
  ///   - column: The column of the habit.
  ///   - habit: The habit; `nil` if nothing tells which one it is.
  ///   - options: What the user chose.
  /// - Returns: Its days.
  /// - Throws: `ImportError.noTarget` for quantities of a habit whose target is not known.
  static func found(
    _ csv: CSV, _ column: Int = 1, of habit: LoopHabit?, _ options: ImportOptions
  ) throws(ImportError) -> Import.Found {
    try csv.requireClosedQuotes()
    if habit == nil { try options.refuseHabit() }
    let isOfAll = csv.header?.cells.starts(with: ["Date", "Value"]) == false
    let entries = Table.entries(csv)
    let dates = WrittenDates(entries, 0, zone: options.zone)
    if habit == nil, entries.contains(where: { isQuantity($0.cell(column)) }) { throw .noTarget }
    let usual = LoopHabit(name: "", key: "", id: "", goal: .done)
    var builder = ImportBuilder(today: options.today)
    for row in entries {
      add(row, dates, column, of: habit ?? usual, hasNotes: !isOfAll, to: &builder)
    }
    return builder.found(
      LoopHabit.origin, sourceID: "loop:" + (habit?.id ?? ""), habit: habit?.name,
      remarks: dates.remarks)
  }

  private static func isQuantity(_ cell: String) -> Bool {
    LoopHabit.value(cell).map { $0 > 3 } ?? false
  }

  private static func add(
    _ row: CSV.Row, _ dates: WrittenDates, _ column: Int, of habit: LoopHabit, hasNotes: Bool,
    to builder: inout ImportBuilder
  ) {
    let place = Import.Place.line(row.line)
    guard row.count > column else {
      return builder.skip(place, .cells(row.count, of: column + 1))
    }
    guard let day = dates.day(row.cell(0)) else {
      return builder.skip(place, row.cell(0).isEmpty ? .noDate : .notADate(row.cell(0)))
    }
    var cell = row.cell(column)
    // Some versions write it without quotation marks.
    if cell.hasPrefix("Entry("), !cell.contains(")") {
      cell = row.cells[column...].joined(separator: ",")
    }
    guard !cell.isEmpty else { return builder.skip(place, .noValue) }
    // Behind the value of the last line stands nothing that would tell that it is whole.
    guard !row.isOpen || row.count > column + 1 || LoopHabit.isOwn(cell) else {
      return builder.skip(place, .cut(cell))
    }
    guard let state = LoopHabit.value(cell).flatMap(habit.state) else {
      return builder.skip(place, .unknownValue(cell))
    }
    builder.add(state, of: day, note: hasNotes ? row.note(2) : "", at: place)
  }

  // MARK: One habit

  /// Whether a table of dates and values is Loop's, and not any table of that kind.
  private static func isOwn(_ table: Table, _ source: Source) -> Bool {
    if (try? habitOfFolder(around: source)) ?? nil != nil { return true }
    var (previous, isNewestFirst): (Day?, Bool) = (nil, true)
    var values: Set<Int64> = []
    for row in Table.entries(table.csv) {
      let cell = row.cell(1)
      if LoopHabit.isOwn(cell) { return true }
      // NO, SKIP and UNKNOWN may be anybody's.
      if LoopHabit.isWord(cell) { continue }
      guard let value = Int64(cell), value >= -1, WrittenDates.isDate(row.cell(0)) else {
        return false
      }
      values.insert(value)
      let day = Day(row.cell(0))
      isNewestFirst = isNewestFirst && day.map { day in previous.map { day < $0 } ?? true } == true
      previous = day
    }
    // -1 is unknown, and 2 done by hand where 1 is what Loop counts by itself: nobody else writes so.
    let most = values.max() ?? 0
    if most <= 3, values.contains(-1) || values.isSuperset(of: [1, 2]) { return true }
    // Older exports have the newest day first, and 1000 for a quantity of 1.
    return table.hasOwnHeader && isNewestFirst && (values.contains(2) || most >= 1000)
  }

  /// The habit in whose folder the file lies, if the whole export is there.
  private static func habitOfFolder(around source: Source) throws(ImportError) -> LoopHabit? {
    guard let folder = source.folderAround, let outer = folder.outer,
      let list = try LoopList(in: outer)
    else { return nil }
    return list.habits.first { $0.key == folder.name.prefix { $0 != " " } }
  }

  // MARK: All habits

  /// The cells that a name becomes without quotation marks.
  private static func parts(of name: String) -> [String] {
    name.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
  }

  /// The shape of a table of Loop.
  private struct Table {
    let csv: CSV
    private let header: [String]
    private let first: [CSV.Row]

    init(_ csv: CSV) {
      self.csv = csv
      header = csv.header?.cells ?? []
      first = Array(Table.entries(csv).prefix(20))
    }

    /// Its rows without the header, which the days of one habit have from version 2.3.1 on.
    static func entries(_ csv: CSV) -> some Sequence<CSV.Row> {
      let hasHeader = !WrittenDates.isDate(csv.header?.cell(0) ?? "")
      return csv.rows.dropFirst(hasHeader ? 1 : 0)
    }

    /// Whether Loop has written its first line.
    var hasOwnHeader: Bool {
      header == ["Date", "Value"] || header == ["Date", "Value", "Notes"]
        || header.count == 2 && Day(header[0]) != nil
    }

    /// Whether it may have the days of one habit, perhaps saved again by a spreadsheet.
    var isOfOne: Bool {
      hasOwnHeader || (2...3).contains(header.count) && !first.isEmpty
    }

    /// Whether it has a column for each habit: Loop ends each line with a comma.
    var isOfAll: Bool {
      header.count > 2 && header.first == "Date" && header.last == "" && !first.isEmpty
        && first.allSatisfy { $0.count > 2 && $0.cell($0.count - 1).isEmpty }
    }

    /// Whether it has scores: numbers with four digits behind the point.
    var isScores: Bool {
      if header == ["Date", "Score"] { return true }
      let cells = first.flatMap { $0.cells.dropFirst().dropLast() }
      return isOfAll && !cells.isEmpty
        && cells.allSatisfy { $0.utf8.count == 6 && $0.dropFirst().first == "." }
    }

    /// Chooses a habit and its column.
    ///
    /// Loop does not quote the names, and a name may hold commas.
    func choose(
      from listed: [LoopHabit]?, _ options: ImportOptions
    ) throws(ImportError) -> (LoopHabit, column: Int) {
      let words = header.dropFirst().dropLast()
      let columns = (first.first?.count ?? 0) - 2
      if let listed, listed.flatMap({ LoopCheckmarks.parts(of: $0.name) }) == Array(words) {
        let habits = Array(listed.enumerated())
        let chosen = try options.choose(from: habits, name: \.element.name)
        return (chosen.element, chosen.offset + 1)
      }
      guard words.count != columns else { return try column(words, options) }
      // The columns are known if only the wanted name holds commas.
      guard let wanted = options.habit else { throw .shiftedColumns }
      let parts = LoopCheckmarks.parts(of: wanted)
      let starts = words.indices.filter { words[$0...].starts(with: parts) }
      guard words.count - columns == parts.count - 1, let start = starts.first, starts.count == 1
      else { throw .shiftedColumns }
      return (LoopHabit(name: wanted, key: "", id: wanted, goal: .done), start)
    }

    private func column(
      _ words: ArraySlice<String>, _ options: ImportOptions
    ) throws(ImportError) -> (LoopHabit, column: Int) {
      let named = words.indices.filter { !words[$0].isEmpty }
      let column = try options.choose(from: named) { words[$0] }
      let name = words[column]
      guard !Table.entries(csv).contains(where: { isQuantity($0.cell(column)) }) else {
        throw .noTarget
      }
      return (LoopHabit(name: name, key: "", id: name, goal: .done), column)
    }
  }
}
