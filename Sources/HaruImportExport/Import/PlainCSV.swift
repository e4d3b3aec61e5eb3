internal import HaruCore

/// A table of `date[,value[,note]]`, with or without a header, or of a date and a column for each
/// habit (docs/formats.md#csv).
enum PlainCSV: ImportFormat {
  static let name = "csv"

  static func recognizes(_ source: Source) -> Bool {
    guard let first = source.table.map({ Array($0.rows.prefix(2)) }) else { return false }
    return first.first.flatMap(Columns.init(header:)) != nil
      || first.contains { WrittenDates.isDate($0.cell(0)) }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let csv = source.table else { throw .otherFormat }
    try csv.requireClosedQuotes()
    guard let first = csv.header else { return try found(csv, .usual, hasHeader: false, options) }
    let hasHeader = !WrittenDates.isDate(first.cell(0))
    let columns = hasHeader ? Columns(header: first) : nil
    return try found(csv, columns ?? .usual, hasHeader: hasHeader, options)
  }

  /// The meaning of the columns.
  struct Columns {
    var date: Int
    var value: Int?
    var note: Int?
    var habit: Int?
    /// Columns whose names are not known: each may be a habit, or say whether the day was studied.
    var others: [(name: String, column: Int)] = []
    /// The column of values with its name.
    private var named: (name: String, column: Int)?
    /// How many cells a row has.
    let width: Int
    /// The names of the columns; `nil` without a header.
    private let header: CSV.Row?

    /// The columns without a header.
    static let usual = Columns(date: 0, value: 1, note: 2)

    private init(date: Int, value: Int?, note: Int?) {
      (self.date, self.value, self.note, width) = (date, value, note, 1)
      header = nil
    }

    /// Reads the names of the columns; `nil` without a column of dates.
    init?(header: CSV.Row) {
      guard let date = Columns.dates.firstColumn(in: header) else { return nil }
      self.init(
        header: header, date: date, value: Columns.values.firstColumn(in: header),
        habit: Columns.habits.firstColumn(in: header))
    }

    /// The columns of a table, of which some are known.
    ///
    /// - Parameters:
    ///   - header: The names of the columns.
    ///   - date: The column of dates.
    ///   - value: The column of values, if it is known.
    ///   - habit: The column that names a habit, if there is one.
    ///   - ignored: A column that is not read.
    init(header: CSV.Row, date: Int, value: Int? = nil, habit: Int?, ignored: Int? = nil) {
      let note = Columns.notes.firstColumn(in: header)
      (self.date, self.value, self.note, self.habit) = (date, value, note, habit)
      self.header = header
      width = 1 + (header.cells.lastIndex { !$0.isEmpty } ?? 0)
      others = header.cells.enumerated().compactMap { index, name in
        [date, value, note, habit, ignored].contains(index) || name.isEmpty ? nil : (name, index)
      }
      if let value { named = (header.cell(value), value) }
    }

    private static let dates = ["date", "day", "calendardate"]
    private static let values = ["value", "done", "studied", "status", "result"]
    private static let notes = ["note", "notes", "comment", "commenttext", "reason"]
    private static let habits = ["habit", "habitname", "name"]

    /// The names of the columns of days, values and habits, empty for none; without a header their numbers.
    func read(value: Int?) -> [String] {
      [date, value, habit].map { column in
        column.map { header?.cell($0) ?? "#\($0 + 1)" } ?? ""
      }
    }

    /// The columns that the user may name.
    var choices: [(name: String, column: Int)] { others + [named].compactMap(\.self) }
  }

  /// Collects the days of a table.
  ///
  /// - Parameters:
  ///   - csv: The table.
  ///   - columns: The meaning of its columns.
  ///   - hasHeader: Whether its first row has their names.
  ///   - options: What the user chose.
  ///   - format: The program that wrote it, and the name of the format.
  /// - Returns: Its days.
  /// - Throws: `ImportError` if the columns do not tell which days were studied.
  static func found(
    _ csv: CSV, _ columns: Columns, hasHeader: Bool, _ options: ImportOptions,
    as format: (origin: String, name: String) = ("CSV", name)
  ) throws(ImportError) -> Import.Found {
    let rows = csv.rows.dropFirst(hasHeader ? 1 : 0)
    var (value, habit, column): (Int?, String?, String?) = (columns.value, nil, nil)
    if columns.habit != nil {
      let names = unique(rows.lazy.map { $0.cell(columns.habit) })
      habit = try options.choose(from: names, name: { $0 })
    }
    if options.column != nil || (hasHeader && value == nil && !columns.others.isEmpty) {
      let chosen = try Self.column(of: rows, columns, habit, options)
      (value, habit) = chosen
      // The column of a habit is named by the habit.
      if columns.habit != nil || habit == nil {
        column = columns.choices.first { $0.column == chosen.0 }?.name
      }
    }
    // Not the name of the file, which may be saved again under another name.
    let sourceID = habit.map { format.name + ":" + $0 } ?? format.name
    let instants = try InstantDays(of: sourceID, options)
    let dates = try WrittenDates(rows, columns.date, instants, options)
    var builder = ImportBuilder(options)
    var widest = columns.width
    for row in rows where columns.habit == nil || row.cell(columns.habit) == habit {
      // A row with a date alone is a studied day.
      let cell = value.flatMap { $0 < row.count ? row.cell($0) : nil }
      let note = row.note(columns.note)
      builder.add(
        row, width: row.isOpen ? widest : columns.width, date: row.cell(columns.date), in: dates,
        state: cell.map { state($0, note: note) } ?? .studied, value: cell ?? "", note: note)
      // Without a header only the last row is too short: the file may end in its middle.
      if !hasHeader { widest = max(widest, row.count) }
    }
    var found = builder.found(
      format.origin, sourceID: sourceID, habit: habit, remarks: dates.remarks)
    found.column = column
    found.columns = columns.read(value: value)
    return try instants.addingZones(to: found)
  }

  /// The column that says whether a day was studied, and the habit, where the header does not tell: the one that
  /// the user named, the only one, or the only one of yes and no.
  private static func column(
    of rows: some Sequence<CSV.Row>, _ columns: Columns, _ habit: String?, _ options: ImportOptions
  ) throws(ImportError) -> (Int, habit: String?) {
    let others = columns.others
    if options.column != nil { return (try options.choose(fromColumns: columns.choices), habit) }
    let answers = others.filter { isOfAnswers(rows, $0.column) }
    if columns.habit == nil {
      if others.count == 1, options.habit == nil { return (others[0].column, nil) }
      // A column of each habit.
      if options.habit != nil || answers.count != 1 {
        let open = answers.isEmpty || options.habit != nil ? others : answers
        let chosen = try options.choose(from: open, name: \.name)
        return (chosen.column, others.count > 1 ? chosen.name : nil)
      }
    }
    return (try options.choose(fromColumns: answers.isEmpty ? others : answers), habit)
  }

  /// Whether a column has nothing but yes, no, 1 and 0.
  static func isOfAnswers(_ rows: some Sequence<CSV.Row>, _ column: Int) -> Bool {
    var found: Set<String> = []
    for row in rows {
      let cell = row.cell(column).lowercased()
      guard cell.isEmpty || words[cell] != nil || ["0", "1"].contains(cell) else { return false }
      found.insert(cell)
    }
    return !found.subtracting([""]).isEmpty
  }

  /// The meaning of a cell with the note beside it; `nil` for an unknown one.
  private static func state(_ value: String, note: String) -> DayState? {
    // Haru exports a note alone as such a row.
    if value.isEmpty, !note.isEmpty { return .nothing }
    // By far the most frequent.
    if value == "1" { return .studied }
    let word = value.lowercased()
    let figure = word.last == "%" ? trimmed(word.dropLast()) : word
    if let number = Double(figure) { return number > 0 ? .studied : .nothing }
    return words[word]
  }

  /// Yes and no in each language of Haru, also as its spreadsheets write them.
  private static let words: [String: DayState] = {
    let meanings: [(DayState, String)] = [
      (
        .studied,
        """
        y yes true x ✓ ✔ ✅ ☑ done studied ok ja oui si sí sì sim tak ano да так はい 예 네 是 نعم \
        erledigt fait hecho fatto feito zrobione hotovo готово 完了 완료 完成 ○ ◯ \
        wahr vrai verdadero vero verdadeiro prawda pravda истина істина 真 참 صواب
        """
      ),
      (
        .nothing,
        """
        n no false - ✗ ✘ ❌ ☐ missed unknown nein non não nie ne нет ні いいえ 아니요 아니오 否 لا × \
        falsch faux falso fałsz nepravda ложь хибність 假 거짓 خطأ
        """
      ),
      (.rest, "s skip skipped rest"), (.reserve, "reserve"),
    ]
    let pairs = meanings.flatMap { state, words in
      words.split(separator: " ").map { (String($0), state) }
    }
    return Dictionary(pairs) { first, _ in first }
  }()
}

extension [String] {
  /// The first column of a table that has one of these names, in any case.
  fileprivate func firstColumn(in header: CSV.Row) -> Int? {
    header.cells.firstIndex { contains($0.lowercased()) }
  }
}
