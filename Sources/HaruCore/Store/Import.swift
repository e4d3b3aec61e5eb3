/// What passes between the reader of another program's file, the store and the report.
public enum Import {
  /// What a file says of days.
  public struct Found: Hashable, Sendable {
    /// The program that wrote it, by its name.
    public let origin: String
    /// What tells the source from every other one, the same each time it is read.
    public let sourceID: String
    /// The habit that was read, where there can be several.
    public let habit: String?
    /// The days studied, none of them after today.
    public let studied: Set<Day>
    /// The days that were free, with the reasons given; a reason may be empty.
    public let rest: [Day: String]
    /// What is noted of days.
    public let notes: [Day: String]
    /// How many rows said something of a day of which an earlier one did.
    public let duplicates: Int
    /// The rows that were passed over.
    public let skipped: [Skipped]
    /// How it was read, where there was a choice.
    public let remarks: [Remark]
    /// Everything that another store of ours knew, if that is what the file has.
    public let contents: Contents?

    /// Makes a finding.
    public init(
      origin: String, sourceID: String, habit: String? = nil, studied: Set<Day>,
      rest: [Day: String] = [:], notes: [Day: String] = [:], duplicates: Int = 0,
      skipped: [Skipped] = [], remarks: [Remark] = [], contents: Contents? = nil
    ) {
      (self.origin, self.sourceID, self.habit) = (origin, sourceID, habit)
      (self.studied, self.rest, self.notes) = (studied, rest, notes)
      (self.duplicates, self.skipped, self.remarks) = (duplicates, skipped, remarks)
      self.contents = contents
    }
  }

  /// A row that was passed over.
  public struct Skipped: Hashable, Sendable {
    /// Where it stands.
    public let place: Place
    /// Why it was passed over.
    public let reason: Reason

    /// Makes a skipped row.
    public init(_ place: Place, _ reason: Reason) {
      (self.place, self.reason) = (place, reason)
    }
  }

  /// Where a row stands in its file.
  public enum Place: Hashable, Comparable, Sendable {
    /// A row of a database, by its number there.
    case row(Int64)
    /// A line of a text, counted from 1.
    case line(Int)
  }

  /// Why a row was passed over.
  public enum Reason: Hashable, Sendable {
    /// It has no date.
    case noDate
    /// What stands for a date is none.
    case notADate(String)
    /// It says studied of a day that has not come.
    case afterToday(Day)
    /// It does not say what is with the day.
    case noValue
    /// It says something that is not known.
    case unknownValue(String)
    /// It has more or fewer parts than a line of this format.
    case parts(Int)
    /// Its instant is near no midnight, so that its day is a guess.
    case noMidnight(Instant)
  }

  /// How a file was read, where there was a choice.
  public enum Remark: Hashable, Sendable {
    /// Rows whose instants are the midnights of a zone.
    case zone(String, rows: Int)
    /// Rows whose instants are the midnights of an offset from UTC, in seconds.
    case offset(Int, rows: Int)
    /// Dates written with the month first, as far as can be told.
    case monthFirst
    /// Dates written with the day first.
    case dayFirst
  }

  /// What a store says already.
  public struct Known: Hashable, Sendable {
    /// The marked days.
    public var marked: Set<Day>
    /// The rest days.
    public var rest: RestDays
    /// The days on which something is noted.
    public var noted: Set<Day>
    /// The days that the source has brought before.
    public var imported: [Change.Kind: Set<Day>]
    /// Whether nothing was ever said to it of days.
    public var isNew: Bool
    /// Whether it watches any repositories.
    public var hasWatches: Bool

    /// Makes what a store says.
    public init(
      marked: Set<Day> = [], rest: RestDays = .none, noted: Set<Day> = [],
      imported: [Change.Kind: Set<Day>] = [:], isNew: Bool = false, hasWatches: Bool = false
    ) {
      (self.marked, self.rest, self.noted, self.imported) = (marked, rest, noted, imported)
      (self.isNew, self.hasWatches) = (isNew, hasWatches)
    }
  }

  /// What a store takes of a finding: all that it does not say already and that the source has not
  /// brought before; or, if nothing was ever said to it, all that another store of ours knew.
  ///
  /// Of watches it takes a whole list, where it has none.
  public struct Taken: Hashable, Sendable {
    /// The days that it marks.
    public let marked: [Day]
    /// The days that it makes rest days.
    public let rested: [Day]
    /// The days of which it takes the note.
    public let noted: [Day]
    /// The repositories that it watches from now on.
    public let watched: [Contents.Watched]
    /// How many days were marked already.
    public let alreadyMarked: Int
    /// Days that the source has brought before, and that were cleared since.
    public let leftAlone: [Day]
    /// What another store of ours knew, if it is taken as it was, journal and all.
    public let adopted: Contents?

    /// Works out what is taken, all of it in the order of the days.
    public init(of found: Found, by known: Known) {
      if known.isNew, let contents = found.contents {
        self.init(adopting: contents, by: known)
      } else {
        self.init(adding: found, to: known)
      }
    }

    private init(adopting contents: Contents, by known: Known) {
      watched = known.hasWatches ? [] : contents.watches
      marked = contents.marks.map(\.day).sorted()
      rested = contents.rest.keys.sorted()
      noted = contents.notes.keys.sorted()
      (alreadyMarked, leftAlone, adopted) = (0, [], contents)
    }

    private init(adding found: Found, to known: Known) {
      watched = known.hasWatches ? [] : found.contents?.watches ?? []
      func isNew(_ kind: Change.Kind, _ day: Day) -> Bool {
        known.imported[kind]?.contains(day) != true
      }
      let unmarked = found.studied.subtracting(known.marked).sorted()
      marked = unmarked.filter { isNew(.study, $0) }
      leftAlone = unmarked.filter { !isNew(.study, $0) }
      alreadyMarked = found.studied.count - unmarked.count
      rested = found.rest.keys.filter { isNew(.rest, $0) && !known.rest.contains($0) }.sorted()
      noted = found.notes.keys.filter { isNew(.note, $0) && !known.noted.contains($0) }.sorted()
      adopted = nil
    }

    /// Whether nothing is taken of days.
    public var isEmpty: Bool { marked.isEmpty && rested.isEmpty && noted.isEmpty }
  }
}

extension Record {
  /// The record that follows when a store takes something.
  public func taking(_ taken: Import.Taken) -> Record {
    if let contents = taken.adopted { return contents.record }
    var rest = rest
    rest.single.formUnion(taken.rested)
    return Record(days: Set(days).union(taken.marked).sorted(by: >), rest: rest)
  }
}
