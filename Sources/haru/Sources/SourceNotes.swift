import Glibc
import HaruCore
import HaruDesktop
import HaruSystem

/// What this machine knows of its sources: since when it has each, and what each said last.
///
/// Days do not depend on it: without the file, each source may mark from today on.
struct SourceNotes {
  /// What is known of a source.
  struct Note {
    /// The first day that it may mark.
    let since: Day
    /// When it was asked last; `nil` if never.
    var at: Instant?
    /// What it said then.
    var answer: SourceAnswer
  }

  private(set) var notes: [String: Note] = [:]

  static var path: String { UserDirectories.data + "/haru/sources.json" }

  /// Reads the file; one that is missing or damaged is empty.
  init() {
    guard let (file, status) = try? OpenFile.regular(Self.path),
      let bytes = try? file.bytes(Int(status.st_size)), let json = JSON(text: bytes[...]),
      case .object(let members) = json
    else { return }
    for (name, value) in members {
      guard let since = value["since"]?.string.flatMap({ Day($0) }), let said = value["answer"],
        let answer = try? SourceAnswer(json: said)
      else { continue }
      notes[name] = Note(
        since: since, at: value["at"]?.integer.map { Instant($0) }, answer: answer)
    }
  }

  /// The first day that a source may mark: today for a new one, and after a clock that was ahead.
  func since(_ name: String, today: Day) -> Day { min(notes[name]?.since ?? today, today) }

  /// Begins the notes of new sources; those of one that is away, as on a disk, are kept for its return.
  mutating func begin(_ sources: [DaySource], today: Day) {
    for name in sources.map(\.name) {
      let known = notes[name]
      notes[name] = Note(
        since: since(name, today: today), at: known?.at,
        answer: known?.answer ?? SourceAnswer(name))
    }
  }

  /// Begins the notes of a source, or forgets what it said.
  mutating func begin(_ name: String, today: Day) {
    notes[name] = Note(since: since(name, today: today), answer: SourceAnswer(name))
  }

  /// Notes an answer.
  mutating func note(_ answer: SourceAnswer, at now: Instant) {
    guard let since = notes[answer.source]?.since else { return }
    notes[answer.source] = Note(since: since, at: now, answer: answer)
  }

  /// Why the file cannot be written, in a sentence; `nil` if it can.
  static var problem: String? {
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

  /// Writes the file.
  ///
  /// - Throws: `GLibError` with its path if it cannot be written.
  func save() throws(GLibError) {
    let members = notes.mapValues { note in
      JSON.object([
        "since": .string(note.since.description), "at": .integer(note.at?.seconds),
        "answer": note.answer.json,
      ])
    }
    _ = Files.makeDirectories(above: Self.path)
    do throws(GLibError) {
      try AtomicFile.write(JSON.object(members).description + "\n", to: Self.path)
    } catch {
      throw GLibError("\(Self.path): \(error)")
    }
  }
}
