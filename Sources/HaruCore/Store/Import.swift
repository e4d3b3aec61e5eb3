/// The values that pass between the reader of a file, the store and the report.
public enum Import {
  /// The days in a file.
  public struct Found: Hashable, Sendable {
    /// The name of the program that wrote it.
    public let origin: String
    /// The identity of the source, the same at each reading.
    public let sourceID: String
    /// The name of the habit that was read, if the format has names.
    public let habit: String?
    /// The name of the format in which it was read, as the user writes it.
    public var format: String?
    /// The name of the column that says whether a day was studied, if no known name and no user chose it.
    public var column: String?
    /// The studied days, none of them after today.
    public var studied: Set<Day>
    /// The days that stood there as studied before they began, which are planned.
    public var ahead: Set<Day>
    /// The names of the columns that were read as days, values and habits, empty for none; none of what is no table.
    public var columns: [String] = []
    /// The rest days with their reasons, which may be empty.
    public var rest: [Day: String]
    /// Those of them that were in reserve.
    public var reserve: Set<Day>
    /// The notes.
    public var notes: [Day: String]
    /// How many reviews each day had, where the source tells it.
    public var reviews: [Day: Int] = [:]
    /// The number of rows about a day that an earlier row was about.
    public let duplicates: Int
    /// The first skipped rows.
    public let skipped: [Skipped]
    /// How many more were skipped.
    public let skippedMore: Int
    /// Choices that the reader made.
    public var remarks: [Remark]
    /// The contents of another store, if the file is an export of Haru.
    public var contents: Contents?
    /// Today, if days long ago are left out; `nil` if all are meant.
    public var today: Day?
    /// The zones of the source, in their order, as they were known when its instants were read; `nil` if it
    /// has none.
    public var knownZones: [SourceZone]?
    /// The zones that the source has besides from now on.
    public var newZones: [SourceZone] = []

    /// Makes the days of a file.
    public init(
      origin: String, sourceID: String, habit: String? = nil, studied: Set<Day>,
      rest: [Day: String] = [:], reserve: Set<Day> = [], notes: [Day: String] = [:],
      duplicates: Int = 0,
      skipped: [Skipped] = [], skippedMore: Int = 0, remarks: [Remark] = [],
      contents: Contents? = nil, today: Day? = nil, ahead: Set<Day> = []
    ) {
      (self.origin, self.sourceID, self.habit) = (origin, sourceID, habit)
      (self.studied, self.rest, self.reserve, self.notes) = (studied, rest, reserve, notes)
      (self.duplicates, self.skipped, self.skippedMore) = (duplicates, skipped, skippedMore)
      (self.remarks, self.contents, self.today) = (remarks, contents, today)
      self.ahead = ahead
    }

    /// The same without some days.
    public func without(_ days: [Day]) -> Found {
      guard !days.isEmpty else { return self }
      var found = self
      found.studied.subtract(days)
      for day in days { (found.rest[day], found.notes[day]) = (nil, nil) }
      return found
    }

    /// The days that a slip has made, newest first.
    fileprivate func daysLongAgo(beside marked: Set<Day>) -> [Day] {
      guard let today else { return [] }
      return LongAgo.imported.days(
        among: studied.union(rest.keys).union(notes.keys), before: marked.min(), today: today)
    }

    /// Whether the file says nothing of any day.
    public var isEmpty: Bool {
      studied.isEmpty && rest.isEmpty && notes.isEmpty && contents == nil
    }
  }

  /// A skipped row.
  public struct Skipped: Hashable, Sendable {
    /// Its place.
    public let place: Place
    /// The reason.
    public let reason: Reason

    /// Makes a skipped row.
    public init(_ place: Place, _ reason: Reason) {
      (self.place, self.reason) = (place, reason)
    }
  }

  /// The place of a row in its file.
  public enum Place: Hashable, Comparable, Sendable {
    /// The number of a row in a database.
    case row(Int64)
    /// The number of a line of a text, counted from 1.
    case line(Int)
  }

  /// The reason for skipping a row.
  public enum Reason: Error, Hashable {
    /// It has no date.
    case noDate
    /// Its date is invalid.
    case notADate(String)
    /// Its date is a range of days, and nothing says which of them is meant.
    case severalDays(String)
    /// It marks a day after today.
    case afterToday(Day)
    /// It has no value.
    case noValue
    /// Its value is unknown.
    case unknownValue(String)
    /// It has too many or too few parts; their number.
    case parts(Int)
    /// It has fewer cells than the header has names.
    case cells(Int, of: Int)
    /// It is the last of a file that ends in the middle of a line; the rest of its date.
    case cut(String)
    /// It is an event that is repeated: a plan, which says nothing of the days on which it was done.
    case repeated
    /// It is an event in a calendar that is kept as a source: a plan, even if it is over.
    case event
    /// It is a task that is not done.
    case notDone
    /// Its note is too long.
    case longNote(bytes: Int)
    /// Its instant is not near a midnight, so that its day would be a guess.
    case noMidnight(Instant)
  }

  /// A choice that the reader made.
  public enum Remark: Hashable, Sendable {
    /// Rows whose instants are the midnights of a zone.
    case zone(String, rows: Int)
    /// Rows whose instants are the midnights of an offset from UTC, in seconds.
    case offset(Int, rows: Int)
    /// Dates with the month first, which no date contradicts.
    case monthFirst
    /// Dates with the day first.
    case dayFirst
    /// A database that keeps changes in a log, which is missing.
    case missingLog
    /// A table of counts that may also be the codes of Loop Habit Tracker.
    case perhapsLoops
  }

  /// The entries of a store before an import.
  public struct Known: Hashable, Sendable {
    /// The marked days.
    public var marked: Set<Day>
    /// The rest days.
    public var rest: RestDays
    /// The notes.
    public var notes: [Day: String]
    /// The days that were imported from the source before.
    public var imported: [DayChange.Kind: Set<Day>]
    /// Whether nothing about days was ever written.
    public var isNew: Bool
    /// Today, by which days are in reserve; `nil` if none is.
    public var today: Day?

    /// Makes the entries of a store.
    public init(
      marked: Set<Day> = [], rest: RestDays = .none, notes: [Day: String] = [:],
      imported: [DayChange.Kind: Set<Day>] = [:], isNew: Bool = false
    ) {
      (self.marked, self.rest, self.notes, self.imported) = (marked, rest, notes, imported)
      self.isNew = isNew
    }
  }

  /// The changes of an import: days without an entry that were not imported from the source before; or,
  /// in a store without days, the whole contents of another store.
  public struct Changes: Hashable, Sendable {
    /// The days that are marked.
    public let marked: [Day]
    /// The days that become rest days.
    public let rested: [Day]
    /// The days whose notes are written.
    public let noted: [Day]
    /// Days whose notes are left out, because they have another one.
    public let notedOtherwise: [Day]
    /// The number of days that were marked already.
    public let alreadyMarked: Int
    /// Days that were imported before and cleared since.
    public let leftAlone: [Day]
    /// Days that are left out because they are long before all others, newest first.
    public let longAgo: [Day]
    /// The contents of another store, if all of them are taken with the journal.
    public let adopted: Contents?

    /// Computes the changes, in the order of days.
    public init(of found: Found, by known: Known) {
      if known.isNew, let contents = found.contents {
        self.init(adopting: contents)
      } else {
        self.init(adding: found, to: known)
      }
    }

    private init(adopting contents: Contents) {
      marked = contents.marks.map(\.day).sorted()
      rested = contents.rest.keys.sorted()
      noted = contents.notes.keys.sorted()
      (alreadyMarked, notedOtherwise, leftAlone, longAgo, adopted) = (0, [], [], [], contents)
    }

    private init(adding found: Found, to known: Known) {
      longAgo = found.daysLongAgo(beside: known.marked)
      let found = found.without(longAgo)
      func isNew(_ kind: DayChange.Kind, _ day: Day) -> Bool {
        known.imported[kind]?.contains(day) != true
      }
      let unmarked = found.studied.subtracting(known.marked).sorted()
      marked = unmarked.filter { isNew(.study, $0) }
      leftAlone = unmarked.filter { !isNew(.study, $0) }
      alreadyMarked = found.studied.count - unmarked.count
      let undeclared = found.rest.keys.filter { isNew(.rest, $0) && !known.rest.isDeclared($0) }
      let declared = undeclared.filter { !found.reserve.contains($0) }
      // A day in reserve here and there would leave its reserve to another day as a single rest day.
      var record = Record(days: known.marked.union(marked).sorted(by: >), rest: known.rest)
      record.rest.single.formUnion(declared)
      let free = known.today.map { record.spendingFreeDays(before: $0).rest.free } ?? []
      rested = (declared + undeclared.filter(found.reserve.subtracting(free).contains)).sorted()
      let newNotes = found.notes.filter { isNew(.note, $0.key) && known.notes[$0.key] != $0.value }
      noted = newNotes.keys.filter { known.notes[$0] == nil }.sorted()
      notedOtherwise = newNotes.keys.filter { known.notes[$0] != nil }.sorted()
      adopted = nil
      assert(known.marked.isDisjoint(with: marked + leftAlone), "it marks what is not marked")
      assert(
        marked.count + leftAlone.count + alreadyMarked == found.studied.count,
        "each studied day is marked, was marked, or is left alone")
    }

    /// Whether no day changes.
    public var isEmpty: Bool { marked.isEmpty && rested.isEmpty && noted.isEmpty }
  }
}

extension Record {
  /// The record after an import, beginning with a day of the settings.
  public func applying(_ changes: Import.Changes, since: Day?, today: Day) -> Record {
    var record = changes.adopted?.record ?? self
    if changes.adopted == nil {
      record.days = Set(days).union(changes.marked).sorted(by: >)
      record.rest.single.formUnion(changes.rested)
      record = Record(days: record.days, rest: record.rest)
    }
    return record.beginning(with: since, today: today).spendingFreeDays(before: today)
  }
}

/// The reason why a file was not imported; nothing was changed.
public enum ImportError: Error, Hashable, Sendable {
  /// The file is missing or cannot be read; with the system's reason.
  case unreadable(String)
  /// It is neither a file nor a folder, but a device or a pipe.
  case notAFile
  /// It is larger than this many megabytes.
  case tooLarge(megabytes: Int)
  /// It changed while it was read.
  case changing
  /// It is damaged, or encrypted.
  case damaged
  /// It is an export of Haru that contradicts itself.
  case contradiction
  /// It is a folder or an archive without the file that holds the days of this habit.
  case missingDays(of: String)
  /// A line is not UTF-8.
  case notUTF8(line: Int)
  /// A quotation mark on a line is never closed.
  case openQuote(line: Int)
  /// Its format is unknown.
  case unknownFormat
  /// It is not in the format that the user named.
  case otherFormat
  /// It is a store of Haru, which is restored.
  case isStore
  /// It is a Core Data store without studied days.
  case noDays
  /// A newer version of its program wrote it, with this schema.
  case newer(Int)
  /// It has several habits with these names, and the user named none.
  case severalHabits([String])
  /// Several of its columns may say whether a day was studied; their names.
  case severalColumns([String])
  /// Several of its columns hold dates; their names.
  case severalDates([String])
  /// It has no column of the given name, but these.
  case noSuchColumn(String, of: [String])
  /// It has a habit of Habitica with this name, whose rows do not say whether they are a plus or a minus.
  case plusOrMinus(String)
  /// It has no habit of the given name, but these.
  case noSuchHabit(String, of: [String])
  /// Several of its habits have the given name; these names tell them apart.
  case sameName(String, of: [String])
  /// It is a folder or an archive with several files that can be imported; their names.
  case severalFiles([String])
  /// It is a database without days, whose log is missing.
  case missingLog
  /// The user asked for a number of reviews, and it is not of Anki.
  case noReviews
  /// The user said which rows are study, and it is no habit of Habitica.
  case noRows
  /// It is compressed with Zstandard, and the program `zstd` is missing.
  case noZstandard
  /// It has the scores that Loop computes, and no days.
  case scores
  /// The names of habits in its header hold separators, so that their columns cannot be told.
  case shiftedColumns
  /// It has quantities of Loop, whose target is in another file of the same export.
  case noTarget
  /// No date tells whether its day or its month comes first, and it is kept as a source.
  case dateOrder
  /// Its instants could be midnights on both sides of the date line.
  case ambiguousZone
  /// It was imported before in a zone of this name, which this system does not have.
  case unknownZone(String)
  /// A copy could not be written; with the system's reason.
  case noRoom(String)
}
