internal import Glibc
public import HaruCore
public import HaruSystem

/// What this machine knows of its sources: since when it has each, and what each said last.
///
/// Without the file, each source may mark from today on, and a program marks nothing.
public struct SourceNotes {
  /// What is known of a source.
  public struct Note {
    /// The first day that it may mark.
    public fileprivate(set) var since: Day
    /// When it was asked last; `nil` if never.
    public var at: Instant?
    /// What it said then.
    public var answer: SourceAnswer
    /// The last days that it has told here, with their time: what was evidence of one is none of another, which a
    /// journey or another start of the day may have put over it.
    public var told: [Day: Range<Instant>] = [:]
  }

  /// By name and path: what another file or program of the same name has said is not its own.
  private var notes: [String: Note] = [:]

  /// What is known of a source.
  public subscript(source: DaySource) -> Note? { notes[Self.key(source)] }

  private static func key(_ source: DaySource) -> String { source.name + " " + source.path }

  /// The path of the file.
  public static var path: String { UserDirectories.data + "/haru/sources.json" }

  /// Reads the file; one that is missing or damaged is empty.
  public init() {
    guard let (file, status) = try? OpenFile.regular(Self.path),
      let bytes = try? file.bytes(Int(status.st_size)), let json = JSON(text: bytes[...]),
      case .object(let members) = json
    else { return }
    for (key, value) in members {
      guard let since = value["since"]?.string.flatMap({ Day($0) }), let said = value["answer"],
        let answer = try? SourceAnswer(json: said)
      else { continue }
      notes[key] = Note(
        since: since, at: value["at"]?.integer.map { Instant($0) }, answer: answer,
        told: Self.told(value["told"]))
    }
  }

  private static func told(_ json: JSON?) -> [Day: Range<Instant>] {
    guard case .object(let members) = json else { return [:] }
    var told: [Day: Range<Instant>] = [:]
    for (name, value) in members {
      let ends = value.array?.compactMap(\.integer).map { Instant($0) } ?? []
      if let day = Day(name), ends.count == 2, ends[0] < ends[1] { told[day] = ends[0]..<ends[1] }
    }
    return told
  }

  /// The first day that a source may mark: today for a new one, and after a clock that was ahead.
  public func since(_ source: DaySource, today: Day) -> Day {
    min(self[source]?.since ?? today, today)
  }

  /// Begins the notes of new sources; those of one that is away, as on a disk, are kept for its return.
  public mutating func begin(_ sources: [DaySource], today: Day) {
    for source in sources {
      var note = self[source] ?? Note(since: today, answer: SourceAnswer(source.name))
      note.since = since(source, today: today)
      notes[Self.key(source)] = note
    }
  }

  /// Begins the notes of a file, or forgets what it said.
  public mutating func begin(_ source: DaySource, today: Day, _ held: SourceAnswer.Held) {
    var answer = SourceAnswer(source.name)
    answer.held = held
    notes[Self.key(source)] = Note(since: since(source, today: today), answer: answer)
  }

  /// Notes an answer of a source.
  public mutating func note(_ answer: SourceAnswer, of source: DaySource, at now: Instant) {
    notes[Self.key(source)]?.at = now
    notes[Self.key(source)]?.answer = answer
  }

  /// Notes days that a source tells; of one that was told before the time of then stands.
  public mutating func tell(
    _ days: [Day], by source: DaySource, today: Day, _ boundary: DayBoundary
  ) {
    begin([source], today: today)
    let new = days.map { ($0, boundary.start(of: $0)..<boundary.end(of: $0)) }
    let told = (self[source]?.told ?? [:]).merging(new) { first, _ in first }
    let last = told.keys.sorted().suffix(Self.mostTold)
    notes[Self.key(source)]?.told = told.filter { last.contains($0.key) }
  }

  /// No journey reaches further.
  private static let mostTold = 7

  /// Why the file cannot be written, in a sentence; `nil` if it can.
  public static var problem: String? {
    let directory = Files.directory(of: Files.resolved(path))
    let reason: String? =
      if Files.exists(path), !Files.isRegular(path) {
        "\(GLibError.notARegularFile)"
      } else if Files.exists(directory), access(directory, W_OK | X_OK) != 0 {
        Files.reason(errno)
      } else {
        nil
      }
    return reason.map { "\(path): \($0)" }
  }

  /// Changes the file; what another process has noted meanwhile stays.
  ///
  /// - Throws: `GLibError` with its path if it cannot be written.
  public static func change(_ body: (inout SourceNotes) -> Void) throws(GLibError) {
    try AtomicFile.change(path) { () throws(GLibError) in
      var notes = SourceNotes()
      body(&notes)
      try notes.save()
    }
  }

  private func save() throws(GLibError) {
    let members = notes.mapValues { note in
      JSON.object([
        "since": .string(note.since.description), "at": .integer(note.at?.seconds),
        "answer": note.answer.json,
        "told": .object(
          Dictionary(
            uniqueKeysWithValues: note.told.map { day, time in
              let ends = [time.lowerBound, time.upperBound].map { JSON.integer($0.seconds) }
              return (day.description, .array(ends))
            })),
      ])
    }
    do throws(GLibError) {
      try AtomicFile.write(JSON.object(members).description + "\n", to: Self.path)
    } catch {
      throw GLibError("\(Self.path): \(error)")
    }
  }
}
