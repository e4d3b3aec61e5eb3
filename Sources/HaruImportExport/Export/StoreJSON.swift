internal import FoundationEssentials
internal import HaruCore

/// Everything in a store as JSON, the format that loses nothing (docs/formats.md#haru-json).
///
/// It does not depend on the tables. This program writes and reads version 1.
struct StoreJSON: Codable {
  static let formatName = "haru"
  static let currentVersion = 1

  /// When, where and how an entry was made.
  struct Said: Codable {
    /// RFC 3339, in the local time of the entry.
    let at: String
    /// The offset from UTC in seconds; RFC 3339 cuts it to the minute.
    let utcOffset: Int
    let zone: String
    let source: String
  }
  struct Mark: Codable {
    let day: String
    let said: Said
  }
  struct Rest: Codable {
    let day: String
    let reason: String
  }
  struct RestRule: Codable {
    let weekday: String
    let from: String
    let to: String?
  }
  struct Note: Codable {
    let day: String
    let text: String
  }
  struct ImportedDay: Codable {
    let source: String
    let day: String
    let batch: Int64?
  }
  struct Watch: Codable {
    let name: String
    let quiet: Bool
  }
  struct Line: Codable {
    let batch: Int64
    let undoes: Int64?
    let kind: String
    let day: String
    let before: String?
    let after: String?
    let said: Said
  }

  let format: String
  let version: Int
  let program: String
  let marks: [Mark]
  let rest: [Rest]
  let restRules: [RestRule]
  let notes: [Note]
  let imports: [ImportedDay]
  /// `nil` in older exports.
  let watches: [Watch]?
  let journal: [Line]
}

extension StoreJSON {
  init(_ contents: Contents) {
    format = StoreJSON.formatName
    version = StoreJSON.currentVersion
    program = "haru \(Identity.version)"
    marks = contents.marks.map { Mark(day: $0.day.description, said: Said($0.provenance)) }
    rest = contents.rest.sorted { $0.key < $1.key }.map {
      Rest(day: $0.key.description, reason: $0.value)
    }
    restRules = contents.restRules.map {
      RestRule(
        weekday: $0.weekday.description, from: $0.from.description, to: $0.to?.description)
    }
    notes = contents.notes.sorted { $0.key < $1.key }.map {
      Note(day: $0.key.description, text: $0.value)
    }
    imports = contents.importedDays.map {
      ImportedDay(source: $0.source, day: $0.day.description, batch: $0.batch)
    }
    watches = contents.watches.map {
      Watch(name: $0.name.description, quiet: $0.isQuiet)
    }
    journal = contents.journal.map { entry in
      Line(
        batch: entry.batch, undoes: entry.undoes, kind: entry.change.kind.rawValue,
        day: entry.change.day.description, before: entry.change.before,
        after: entry.change.after, said: Said(entry.provenance))
    }
  }

  /// The contents; `nil` if a value is invalid or the contents are inconsistent.
  var contents: Contents? {
    var contents = Contents()
    for mark in marks {
      guard let day = Day(mark.day), let provenance = mark.said.provenance else { return nil }
      contents.marks.append(Contents.Mark(day: day, provenance: provenance))
    }
    for each in rest {
      guard let day = Day(each.day), contents.rest[day] == nil else { return nil }
      contents.rest[day] = each.reason
    }
    for rule in restRules {
      guard let weekday = Weekday(rule.weekday), let from = Day(rule.from) else { return nil }
      let to = rule.to.flatMap(Day.init)
      guard rule.to == nil || to != nil else { return nil }
      contents.restRules.append(HaruCore.RestRule(weekday, from: from, to: to))
    }
    for note in notes {
      guard let day = Day(note.day), contents.notes[day] == nil else { return nil }
      contents.notes[day] = note.text
    }
    for each in imports {
      guard let day = Day(each.day) else { return nil }
      contents.importedDays.append(
        Contents.ImportedDay(source: each.source, day: day, batch: each.batch))
    }
    for watch in watches ?? [] {
      guard let name = RepositoryName(watch.name) else { return nil }
      contents.watches.append(Contents.Watched(name, isQuiet: watch.quiet))
    }
    for line in journal {
      guard let kind = Change.Kind(rawValue: line.kind), let day = Day(line.day),
        let provenance = line.said.provenance
      else { return nil }
      contents.journal.append(
        JournalEntry(
          batch: line.batch, undoes: line.undoes,
          change: Change(kind, day, from: line.before, to: line.after), provenance: provenance))
    }
    return contents.isConsistent ? contents : nil
  }

  /// The document with a line for each value, so that two exports can be compared.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension StoreJSON.Said {
  init(_ provenance: Provenance) {
    at = provenance.localRFC3339
    utcOffset = provenance.utcOffset
    (zone, source) = (provenance.zone, provenance.source.rawValue)
  }

  var provenance: Provenance? {
    guard let instant = Instant(rfc3339: at), utcOffset.magnitude < 90_000,
      let source = Provenance.Source(rawValue: source)
    else { return nil }
    return Provenance(at: instant, utcOffset: utcOffset, zone: zone, source: source)
  }
}
