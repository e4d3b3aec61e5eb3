internal import HaruCore

/// Everything in a store as JSON, the format that loses nothing (docs/formats.md#haru-json).
///
/// It does not depend on the tables. This program writes and reads version 1.
enum StoreJSON {
  static let formatName = "haru"
  static let currentVersion = 1

  /// Writes contents.
  static func document(of contents: Contents) -> JSON {
    var members: [String: JSON] = [
      "format": .string(formatName),
      "version": .integer(currentVersion),
      "program": .string("haru \(Identity.version)"),
      "marks": .array(contents.marks.map(\.json)),
      "rest": texts(contents.rest, as: "reason"),
      "rest_rules": .array(contents.restRules.map(\.json)),
      "notes": texts(contents.notes, as: "text"),
      "imports": .array(contents.importedDays.map(\.json)),
      "journal": .array(contents.journal.map(\.json)),
    ]
    let free = contents.freeFrom.sorted { $0.key < $1.key }.map(freeDays)
    if !free.isEmpty { members["free_days"] = .array(free) }
    if !contents.log.isEmpty { members["log"] = .array(contents.log.map { .string($0) }) }
    return .object(members)
  }

  /// Reads contents.
  ///
  /// - Throws: `ImportError.damaged` if a value is invalid, `ImportError.contradiction` if the contents are
  ///   inconsistent.
  static func contents(of document: JSON) throws(ImportError) -> Contents {
    var contents = Contents()
    contents.marks = try document.each(of: "marks", Contents.Mark.init)
    contents.rest = try texts(of: document, "rest", as: "reason")
    contents.restRules = try document.each(of: "rest_rules", RestRule.init)
    for (day, free) in try document.eachIfPresent(of: "free_days", freeDays) {
      contents.freeFrom[day] = free
    }
    contents.notes = try texts(of: document, "notes", as: "text")
    contents.importedDays = try document.each(of: "imports", Contents.ImportedDay.init)
    contents.watches = try document.eachIfPresent(of: "watches", watch)
    contents.journal = try document.each(of: "journal", JournalEntry.init)
    contents.log = try document.eachIfPresent(of: "log") { (line) throws(ImportError) in
      guard let line = line.string else { throw .damaged }
      return line
    }
    guard contents.isConsistent else { throw .contradiction }
    return contents
  }

  /// A line of a list of watches.
  private static func watch(_ json: JSON) throws(ImportError) -> String {
    let isQuiet = try json.required("quiet", \.bool)
    return try json.required("name", \.string) + (isQuiet ? " quiet" : "")
  }

  private static func freeDays(_ day: Day, _ free: FreeDays) -> JSON {
    .object([
      "from": .string(day.description), "count": .integer(free.count),
      "week_begins": .string(free.weekBegins.description),
    ])
  }

  private static func freeDays(_ json: JSON) throws(ImportError) -> (Day, FreeDays) {
    let count = try json.required("count") { (number: JSON) in
      number.integer.flatMap { (0...Int64(FreeDays.most)).contains($0) ? Int($0) : nil }
    }
    let weekBegins = try json.required("week_begins") { $0.string.flatMap { Weekday($0) } }
    return (try json.required("from", \.day), FreeDays(count, weekBegins: weekBegins))
  }

  private static func texts(_ texts: [Day: String], as name: String) -> JSON {
    .array(
      texts.sorted { $0.key < $1.key }.map {
        .object(["day": .string($0.key.description), name: .string($0.value)])
      })
  }

  private static func texts(
    of document: JSON, _ list: String, as name: String
  ) throws(ImportError) -> [Day: String] {
    var texts: [Day: String] = [:]
    _ = try document.each(of: list) { (json) throws(ImportError) in
      let day = try json.required("day", \.day)
      guard texts[day] == nil else { throw .contradiction }
      texts[day] = try json.required(name, \.string)
    }
    return texts
  }
}

extension JSON {
  fileprivate var day: Day? { string.flatMap { Day($0) } }
}

extension Contents.Mark {
  fileprivate var json: JSON {
    .object(["day": .string(day.description), "said": provenance.json])
  }

  fileprivate init(_ json: JSON) throws(ImportError) {
    self.init(
      day: try json.required("day", \.day), provenance: try json.required("said", Provenance.init))
  }
}

extension RestRule {
  fileprivate var json: JSON {
    var members: [String: JSON] = [
      "weekday": .string(weekday.description), "from": .string(from.description),
    ]
    members["to"] = to.map { .string($0.description) }
    return .object(members)
  }

  fileprivate init(_ json: JSON) throws(ImportError) {
    self.init(
      try json.required("weekday") { $0.string.flatMap { Weekday($0) } },
      from: try json.required("from", \.day), to: try json.optional("to", \.day))
  }
}

extension Contents.ImportedDay {
  fileprivate var json: JSON {
    var members: [String: JSON] = ["source": .string(source), "day": .string(day.description)]
    members["batch"] = batch.map(JSON.integer)
    return .object(members)
  }

  fileprivate init(_ json: JSON) throws(ImportError) {
    self.init(
      source: try json.required("source", \.string), day: try json.required("day", \.day),
      batch: try json.optional("batch", \.integer))
  }
}

extension JournalEntry {
  fileprivate var json: JSON {
    var members: [String: JSON] = [
      "batch": .integer(batch), "kind": .string(change.kind.rawValue),
      "day": .string(change.day.description), "said": provenance.json,
    ]
    members["undoes"] = undoes.map(JSON.integer)
    members["before"] = change.before.map(JSON.string)
    members["after"] = change.after.map(JSON.string)
    return .object(members)
  }

  fileprivate init(_ json: JSON) throws(ImportError) {
    let change = DayChange(
      try json.required("kind") { $0.string.flatMap(DayChange.Kind.init) },
      try json.required("day", \.day), from: try json.optional("before", \.string),
      to: try json.optional("after", \.string))
    self.init(
      batch: try json.required("batch", \.integer), undoes: try json.optional("undoes", \.integer),
      change: change, provenance: try json.required("said", Provenance.init))
  }
}

extension Provenance {
  /// When, where and how an entry was made.
  fileprivate var json: JSON {
    .object([
      // RFC 3339, in the local time of the entry, which cuts the offset to the minute.
      "at": .string(localRFC3339), "utc_offset": .integer(utcOffset),
      "zone": .string(zone), "source": .string(source.sharedName),
    ])
  }

  /// `nil` if a part is missing or invalid.
  fileprivate init?(_ json: JSON) {
    guard let at = json["at"]?.string.flatMap({ Instant(rfc3339: $0) }),
      let utcOffset = json["utc_offset"]?.integer, utcOffset.magnitude < 90_000,
      let zone = json["zone"]?.string,
      let source = json["source"]?.string.flatMap(Source.init)
    else { return nil }
    self.init(at: at, utcOffset: Int(utcOffset), zone: zone, source: source)
  }
}
