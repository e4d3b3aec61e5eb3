internal import HaruCore

/// The CSV of a database of Notion: a row for each page, whose title comes first, and a column for each
/// property (docs/formats.md#notion).
enum Notion: ImportFormat {
  static let name = "notion"

  static func recognizes(_ source: Source) -> Bool {
    source.table.map { Table($0).isNotions } ?? false
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    guard let csv = source.table else { throw .otherFormat }
    try csv.requireClosedQuotes()
    let table = Table(csv)
    guard let header = csv.header, table.isNotions else { throw .otherFormat }
    let columns = PlainCSV.Columns(
      header: header, date: try table.dateColumn(), habit: table.areTitlesHabits ? 0 : nil,
      ignored: 0)
    return try PlainCSV.found(csv, columns, hasHeader: true, options, as: ("Notion", name))
  }

  /// The names without those of tables of which the whole is there too: an export has the rows of the current
  /// view in one file, and all of them in another one.
  static func wholeTables(of names: [String]) -> [String] {
    let all = Set(names)
    return names.filter { !$0.hasSuffix(".csv") || !all.contains($0.dropLast(4) + "_all.csv") }
  }

  /// The shape of a table.
  private struct Table {
    private let csv: CSV
    private let header: [String]
    private let first: [CSV.Row]
    /// The columns of dates.
    private let dates: [Int]

    init(_ csv: CSV) {
      self.csv = csv
      let header = csv.header?.cells ?? []
      let first = Array(csv.rows.dropFirst().prefix(100))
      (self.header, self.first) = (header, first)
      func isOfDates(_ column: Int) -> Bool {
        let cells = first.map { $0.cell(column) }.filter { !$0.isEmpty }
        // A strange date is skipped with its row.
        return 2 * cells.count(where: WrittenDates.isDate) > cells.count
      }
      let properties = header.indices.dropFirst().filter(isOfDates)
      // The title may be the date.
      dates = properties.isEmpty && !header.isEmpty && isOfDates(0) ? [0] : properties
    }

    /// Whether Notion wrote it: it names months, or has boxes that are ticked beside dates with slashes.
    var isNotions: Bool {
      let cells = dates.flatMap { column in first.map { $0.cell(column) } }
      let named = cells.filter(WrittenDates.isWithMonthName)
      // Other programs shorten the names.
      guard named.isEmpty else { return named.allSatisfy(WrittenDates.isInWords) }
      return cells.contains { $0.contains("/") } && dates != [0] && !boxes.isEmpty
        && !areTitlesHabits
    }

    /// The columns of boxes, which are ticked or not.
    private var boxes: [Int] {
      header.indices.dropFirst().filter { column in
        let words = Set(first.map { $0.cell(column) })
        return !words.isDisjoint(with: ["Yes", "No"]) && words.isSubset(of: ["Yes", "No", ""])
      }
    }

    /// The column of the days.
    ///
    /// - Throws: `ImportError.severalDates` with their names, if it cannot choose one.
    func dateColumn() throws(ImportError) -> Int {
      if let named = dates.first(where: { header[$0].lowercased() == "date" }) { return named }
      guard let only = dates.first, dates.count == 1 else {
        throw .severalDates(dates.map { header[$0] })
      }
      return only
    }

    /// Whether pages have the names of habits, so that many have the same; with several boxes each of those
    /// is a habit.
    var areTitlesHabits: Bool {
      guard boxes.count < 2, dates != [0] else { return false }
      let titles = csv.rows.dropFirst().map { $0.cell(0) }.filter { !$0.isEmpty }
      return !titles.isEmpty && 2 * unique(titles).count <= titles.count
    }
  }
}
