internal import HaruCore

/// An entry as text: JSON on one line (docs/sync.md#an-entry).
///
/// There is one way to write each entry, because the name is the hash of the text.
extension LogEntry {
  /// The format that this program writes.
  static let format: Int64 = 2

  /// The bytes, without the end of the line.
  public var text: [UInt8] {
    LogEntry.text(register, value, provenance, machine, first, undoes, after, replaces)
  }

  static func text(
    _ register: Register, _ value: String?, _ provenance: Provenance, _ machine: String?,
    _ first: EntryName?, _ undoes: EntryName?, _ after: EntryName?,
    _ replaces: [EntryName]
  ) -> [UInt8] {
    var members: [JSON.Member] = [
      ("haru", .integer(format)), ("kind", .string(register.kind.rawValue)),
      ("key", .string(register.key)), ("value", .string(value)),
      ("at", .integer(provenance.at.seconds)), ("offset", .integer(provenance.utcOffset)),
      ("zone", .string(provenance.zone)), ("source", .string(provenance.source.sharedName)),
    ]
    if let machine { members.append(("machine", .string(machine))) }
    if let first { members.append(("batch", .string(first.description))) }
    if let undoes { members.append(("undoes", .string(undoes.description))) }
    if let after { members.append(("after", .string(after.description))) }
    if !replaces.isEmpty {
      members.append(("replaces", .array(replaces.map { .string($0.description) })))
    }
    return JSON.object(members).logLine
  }
}

/// What a line of a file says.
public enum ParsedEntry: Hashable, Sendable {
  /// An entry that this version understands whole.
  case entry(LogEntry)
  /// An entry of a newer Haru: it is kept, and not understood in part.
  case unknown(EntryName)
  /// No entry.
  case damaged

  /// Reads the bytes of a line, without its end.
  public init(_ bytes: [UInt8]) {
    guard let line = JSON(entry: bytes), (line["haru"]?.integer ?? 0) >= LogEntry.format else {
      self = .damaged
      return
    }
    // What is written in another way than we write it was not written by this version.
    let name = EntryName(of: bytes)
    if let entry = LogEntry(line), entry.name == name {
      self = .entry(entry)
    } else {
      self = .unknown(name)
    }
  }

  /// The entry, if this version understands it.
  public var entry: LogEntry? {
    if case .entry(let entry) = self { entry } else { nil }
  }
}

extension LogMonth {
  /// The month of a line of any version: that of its instant.
  public static func of(line: String) -> String {
    let instant = JSON(entry: Array(line.utf8))?["at"]?.integer.map { Instant($0) } ?? Instant(0)
    return of(StoredBounds.instants.contains(instant) ? instant : Instant(0))
  }
}

extension JSON {
  /// Reads a line of a log; `nil` if it is no object, or a key stands twice.
  fileprivate init?(entry bytes: [UInt8]) {
    // Among so few, comparing is faster than hashing; more keys than that has no line.
    let mostKeys = 100
    guard let line = JSON(line: bytes[...]), let members = line.members,
      members.count <= mostKeys,
      members.indices.allSatisfy({ place in
        !members[..<place].contains { $0.name == members[place].name }
      })
    else { return nil }
    self = line
  }
}

extension LogEntry {
  /// Reads a line; `nil` if it is of a newer version.
  fileprivate init?(_ line: JSON) {
    func text(_ key: String) -> String? { line[key]?.string }
    func name(_ key: String) -> EntryName? { text(key).flatMap { EntryName($0) } }
    guard line["haru"]?.integer == LogEntry.format,
      let kind = text("kind").flatMap(Register.Kind.init), let key = text("key"),
      let register = Register(kind, key), register.allows(text("value")),
      let provenance = Provenance(line)
    else { return nil }
    let machine = text("machine")
    guard machine.map(MachineName.isValid) != false else { return nil }
    let replaced = line["replaces"]?.array ?? []
    self.init(
      register, text("value"), by: provenance, on: machine, inBatchOf: name("batch"),
      undoing: name("undoes"), after: name("after"),
      replacing: replaced.compactMap { $0.string.flatMap { EntryName($0) } })
  }
}

extension Provenance {
  /// Reads when, where and how a line was made; `nil` if a store could not hold it.
  fileprivate init?(_ line: JSON) {
    guard let at = line["at"]?.integer, let offset = line["offset"]?.integer,
      let zone = line["zone"]?.string,
      let source = line["source"]?.string.flatMap(Source.init)
    else { return nil }
    self.init(at: Instant(at), utcOffset: Int(offset), zone: zone, source: source)
    guard isStorable else { return nil }
  }
}
