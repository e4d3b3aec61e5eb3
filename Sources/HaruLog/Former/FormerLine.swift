public import HaruCore

/// A change as machines tell each other of it (docs/sync.md#version-03).
public struct FormerLine: Hashable, Sendable {
  /// The machine that wrote it.
  public let device: String
  /// Its place among the lines of that machine, from 1 without gaps.
  public let number: Int64
  /// Of each other machine, up to which number the writer knew its lines.
  public let seen: [String: Int64]
  /// Larger than that of every line that the writer knew; the same in all lines of a batch.
  ///
  /// What the writer knew tells the order better: a clock can be used up.
  public let clock: Int64
  /// The number of the first line of its batch.
  public let batch: Int64
  /// The first line of the batch of the same machine that it undoes.
  public let undoes: Int64?
  /// What it is about.
  public let register: FormerRegister
  /// The new value; `nil` clears it.
  public let value: String?
  /// When, where and how.
  public let provenance: Provenance

  /// Makes a line.
  public init(
    device: String, number: Int64, seen: [String: Int64], clock: Int64, batch: Int64,
    undoes: Int64? = nil, register: FormerRegister, value: String?, provenance: Provenance
  ) {
    (self.device, self.number, self.seen) = (device, number, seen)
    (self.clock, self.batch, self.undoes) = (clock, batch, undoes)
    (self.register, self.value, self.provenance) = (register, value, provenance)
  }

  /// Whether its writer knew another line, so that this one counts in its place.
  public func knows(_ other: FormerLine) -> Bool {
    other.number < (device == other.device ? number : (seen[other.device] ?? 0) + 1)
  }

  /// An order in which each line comes after all that its writer knew, whatever the clocks say: its writer
  /// knew more lines than theirs.
  public static func isBefore(_ a: FormerLine, _ b: FormerLine) -> Bool {
    let (known, others) = (a.countOfKnown, b.countOfKnown)
    if known != others { return known < others }
    if a.device != b.device { return a.device.utf8.lexicographicallyPrecedes(b.device.utf8) }
    // Two copies of one machine have used the same number.
    return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }

  private var countOfKnown: Int64 { seen.values.reduce(number, &+) }
}

/// What has one value at a time on all machines together: a kind of fact about a key.
public struct FormerRegister: Hashable, Sendable {
  /// A kind of fact.
  public enum Kind: String, CaseIterable, Sendable {
    /// The mark of a day.
    case study
    /// A rest day, with its reason.
    case rest
    /// The note of a day.
    case note
    /// The weekdays that are rest days from a day on.
    case weekdays
    /// A watched repository.
    case watch
    /// The days that were imported from a source.
    case `import`
    /// Whether a machine was given up.
    case machine
  }

  /// Its kind.
  public let kind: Kind
  /// What it is a fact about: a day, a machine, the name of a repository in lower case, or a source.
  public let key: String

  /// The register of entries that it has become; `nil` for that of a machine that was given up.
  var present: Register? {
    Register.Kind(rawValue: kind.rawValue).flatMap { Register($0, key) }
  }

  /// Makes a register of a kind; `nil` for a key that the kind does not have.
  public init?(_ kind: Kind, _ key: String) {
    (self.kind, self.key) = (kind, key)
    guard kind == .machine ? ParsedFormerLine.isDevice(key) : present != nil else { return nil }
  }

  /// The value of a machine that was given up.
  public static let forgotten = "forgotten"

  /// Whether it can have a value.
  func allows(_ value: String?) -> Bool {
    present?.allows(value) ?? (value == nil || value == FormerRegister.forgotten)
  }
}

/// A line as text: JSON on one line, with a checksum at its end (docs/sync.md#version-03).
extension FormerLine {
  /// The format that this program writes.
  static let format: Int64 = 1

  /// The text, without the end of the line.
  public var text: String {
    let seen = seen.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    var members: [JSON.Member] = [
      ("haru", .integer(FormerLine.format)), ("device", .string(device)), ("n", .integer(number)),
      ("seen", .object(seen.map { ($0.key, .integer($0.value)) })), ("clock", .integer(clock)),
      ("batch", .integer(batch)),
    ]
    if let undoes { members.append(("undoes", .integer(undoes))) }
    members.appendFact(register.kind.rawValue, register.key, value, by: provenance)
    return FormerLine.sealed(JSON.object(members).line(escaping: .asInLogs).dropLast())
  }

  /// A line of which versions up to 0.3 understand that a newer one has written it, with its end.
  public static func notice(of device: String) -> String {
    sealed(Array("{\"haru\":2,\"device\":\"\(device)\",\"n\":1".utf8)[...]) + "\n"
  }

  /// A text with its checksum behind it.
  private static func sealed(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text, as: UTF8.self) + ",\"sum\":\"\(sum(of: text))\"}"
  }

  /// The checksum of the text before it.
  static func sum(of text: some Sequence<UInt8>) -> String {
    let digits = String(StableHash.of(text), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
