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
    return JSON.object(members).line(escaping: .asInLogs)
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
    guard let fields = LineFields(bytes), (fields.integer("haru") ?? 0) >= LogEntry.format else {
      self = .damaged
      return
    }
    // What is written in another way than we write it was not written by this version.
    let name = EntryName(of: bytes)
    if let entry = fields.entry, entry.name == name {
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
    let instant = LineFields(Array(line.utf8))?.integer("at").map { Instant($0) } ?? Instant(0)
    return of(StoredBounds.instants.contains(instant) ? instant : Instant(0))
  }
}

extension LineFields {
  private func name(_ key: String) -> EntryName? { text(key).flatMap { EntryName($0) } }

  /// The entry; `nil` if it is of a newer version.
  fileprivate var entry: LogEntry? {
    guard integer("haru") == LogEntry.format,
      let kind = text("kind").flatMap(Register.Kind.init), let key = text("key"),
      let register = Register(kind, key), register.allows(text("value")), let provenance
    else { return nil }
    let machine = text("machine")
    guard machine.map(MachineName.isValid) != false else { return nil }
    return LogEntry(
      register, text("value"), by: provenance, on: machine, inBatchOf: name("batch"),
      undoing: name("undoes"), after: name("after"), replacing: names("replaces"))
  }

  private func names(_ key: String) -> [EntryName] {
    (value(key)?.array ?? []).compactMap { $0.string.flatMap { EntryName($0) } }
  }
}
