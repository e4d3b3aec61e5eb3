internal import HaruCore

/// A file `Checkmarks.csv` of Loop Habit Tracker by itself: the days of one habit, or a column for each
/// habit (docs/formats.md#loop-csv).
enum LoopCheckmarks: ImportFormat {
  static let name = LoopCSV.name

  static func recognizes(_ source: Source) -> Bool {
    guard let table = source.table.map(Table.init) else { return false }
    return table.isScores || isListed(table, source)
      || table.isOfHabits && Values(of: table).areOnlyLoops
  }

  static func fits(_ source: Source) -> Bool {
    guard let table = source.table.map(Table.init) else { return false }
    return recognizes(source) || table.isOfHabits && Values(of: table).mayBeLoops
  }

  /// Whether a table may be Loop's, and nothing in it tells: it has Loop's shape and order, and its
  /// numbers may be Loop's codes as well as counts.
  static func isPossible(_ source: Source) -> Bool {
    guard let table = source.table.map(Table.init) else { return false }
    return table.isOfHabits && table.isNewestFirst && Values(of: table).mayBeLoops
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let table = source.table.map(Table.init) else { throw .otherFormat }
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
    let isOfAll = csv.header?.cells.starts(with: ["Date", "Value"]) == false
    let entries = Table.entries(csv)
    let sourceID = "loop:" + (habit?.id ?? "")
    let instants = try InstantDays(of: sourceID, options)
    let dates = try WrittenDates(entries, 0, instants, options)
    if habit == nil, entries.contains(where: { isQuantity($0.cell(column)) }) { throw .noTarget }
    let usual = LoopHabit(name: "", key: "", id: "", goal: .done)
    var builder = ImportBuilder(options)
    for row in entries {
      add(row, dates, column, of: habit ?? usual, hasNotes: !isOfAll, to: &builder)
    }
    var found = builder.found(
      LoopHabit.origin, sourceID: sourceID, habit: habit?.name, remarks: dates.remarks)
    found.columns = [isOfAll ? habit?.name ?? "" : "Value"]
    return try instants.addingZones(to: found)
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
    // The last value of a file without a line end may be cut.
    guard !row.isOpen || row.count > column + 1 || LoopHabit.isOwn(cell) else {
      return builder.skip(place, .cut(cell))
    }
    guard let state = LoopHabit.value(cell).flatMap(habit.state) else {
      return builder.skip(place, .unknownValue(cell))
    }
    builder.add(state, of: day, note: hasNotes ? row.note(2) : "", at: place)
  }

  // MARK: One habit

  /// Whether the list of habits of an export tells that a table is Loop's.
  private static func isListed(_ table: Table, _ source: Source) -> Bool {
    if table.isOfOne { return (try? habitOfFolder(around: source)) ?? nil != nil }
    guard table.isOfAll, let folder = source.folderAround else { return false }
    return ((try? LoopList(in: folder)) ?? nil).map { table.isOf($0.habits) } ?? false
  }

  /// What the values of a table tell about the program that wrote it.
  private struct Values {
    private var numbers: Set<Int64> = []
    private var hasOwnCell = false
    private var hasStrangeCell = false

    init(of table: Table) {
      for row in Table.entries(table.csv) {
        for cell in table.isOfOne ? [row.cell(1)] : Array(row.cells.dropFirst()) {
          add(cell)
        }
        hasStrangeCell = hasStrangeCell || !WrittenDates.isDate(row.cell(0))
        if hasOwnCell || hasStrangeCell { return }
      }
    }

    private mutating func add(_ cell: String) {
      if LoopHabit.isOwn(cell) {
        hasOwnCell = true
      } else if let number = Int64(cell), number >= -1 {
        numbers.insert(number)
      } else if !cell.isEmpty, !LoopHabit.isWord(cell) {
        hasStrangeCell = true
      }
    }

    /// Whether nobody else writes so: a word of Loop's, or -1, which is unknown, with 2, which is
    /// done by hand.
    ///
    /// NO, SKIP and UNKNOWN may be anybody's, as may other numbers: 1, 2 and 3 are counts, too.
    var areOnlyLoops: Bool {
      if hasOwnCell { return true }
      return !hasStrangeCell && numbers.isSuperset(of: [-1, 2]) && numbers.max() ?? 0 <= 3
    }

    /// Whether Loop writes such numbers: codes up to 3, and from 1000 for a quantity of 1.
    var mayBeLoops: Bool {
      !hasStrangeCell && numbers.allSatisfy { $0 <= 3 || $0 >= 1000 }
        && numbers.contains { $0 == 2 || $0 >= 1000 }
    }
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

    /// Whether each of its days is before the one above it.
    var isNewestFirst: Bool {
      var previous: Day?
      for row in Table.entries(csv) {
        guard let day = Day(row.cell(0)), previous.map({ day < $0 }) ?? true else { return false }
        previous = day
      }
      return true
    }

    /// Whether it has the shape of a table of days, of one habit or of all.
    var isOfHabits: Bool { isOfOne || isOfAll }

    /// Whether it may have the days of one habit, perhaps saved again by a spreadsheet.
    var isOfOne: Bool {
      hasOwnHeader || (2...3).contains(header.count) && !first.isEmpty && !isOfAll
    }

    /// Whether it may have a column for each habit: Loop ends each line with a comma.
    var isOfAll: Bool {
      header.count > 1 && header.first == "Date" && !hasOwnHeader && !first.isEmpty
        && (csv.hasEmptyEnd || header.count > 2 && !header.contains("Notes"))
    }

    /// Whether it has scores: numbers up to 1 with four digits behind the point.
    var isScores: Bool {
      // Before version 2.3.1 those of one habit have no header.
      let isOfOne = header == ["Date", "Score"] || header.count == 2 && Day(header[0]) != nil
      guard isOfOne || isOfAll else { return false }
      let cells = first.filter { !$0.isOpen }.flatMap { $0.cells.dropFirst() }
        .filter { !$0.isEmpty }
      return !cells.isEmpty
        && cells.allSatisfy { $0.utf8.count == 6 && ($0.hasPrefix("0.") || $0 == "1.0000") }
    }

    /// Whether its header has the names of these habits.
    func isOf(_ habits: [LoopHabit]) -> Bool {
      habits.flatMap { LoopCheckmarks.parts(of: $0.name) } == Array(header.dropFirst())
    }

    /// Chooses a habit and its column.
    ///
    /// Loop does not quote the names, and a name may hold commas.
    func choose(
      from listed: [LoopHabit]?, _ options: ImportOptions
    ) throws(ImportError) -> (LoopHabit, column: Int) {
      let words = header.dropFirst()
      let columns = first.first?.cells.lastIndex { !$0.isEmpty } ?? 0
      if let listed, isOf(listed) {
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
