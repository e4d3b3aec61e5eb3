internal import HaruCore

/// What a line of a file says.
public enum ParsedFormerLine: Hashable, Sendable {
  /// A line of this format.
  case line(FormerLine)
  /// A line of a newer Haru, with the machine that wrote it, its number and its clock, 0 if it has
  /// none: it is kept, and not understood in part.
  case unknown(device: String, number: Int64, clock: Int64)
  /// No line, or a damaged one.
  case damaged

  /// Reads the bytes of a line, without its end.
  public init(_ bytes: some RandomAccessCollection<UInt8>) {
    let bytes = Array(bytes)
    guard ParsedFormerLine.isIntact(bytes), let head = LineFields(bytes),
      let device = head.text("device"), ParsedFormerLine.isDevice(device),
      let number = head.integer("n"),
      ParsedFormerLine.numbers.contains(number)
    else {
      self = .damaged
      return
    }
    let line = head.line(device: device, number: number)
    // What is written in another way than we write it was not written by this version.
    self =
      line.map(ParsedFormerLine.line)
      ?? .unknown(device: device, number: number, clock: head.number("clock") ?? 0)
  }

  /// The numbers of lines, batches and clocks; beyond them no number could follow.
  static let numbers: ClosedRange<Int64> = 1...(1 << 53)

  /// Whether a text can be the name of a machine, and so of its directory.
  ///
  /// Without capital letters, because systems that the folder is carried to may not tell them apart.
  public static func isDevice(_ name: String) -> Bool {
    MachineName.isValid(name) && name != "inbox"
  }

  /// Whether the checksum at the end of a line is there, and is right.
  private static func isIntact(_ bytes: [UInt8]) -> Bool {
    let length = beforeSum.count + 16 + 2
    guard bytes.count > length else { return false }
    let seal = beforeSum + Array(FormerLine.sum(of: bytes.dropLast(length)).utf8) + "\"}".utf8
    return bytes.suffix(length).elementsEqual(seal)
  }

  private static let beforeSum = Array(",\"sum\":\"".utf8)
}

extension LineFields {
  fileprivate func number(_ key: String) -> Int64? {
    integer(key).flatMap { ParsedFormerLine.numbers.contains($0) ? $0 : nil }
  }

  private static let known = [
    "haru", "device", "n", "seen", "clock", "batch", "undoes", "kind", "key", "value", "at",
    "offset", "zone", "source", "sum",
  ]

  /// The line; `nil` if it is of a newer version.
  fileprivate func line(device: String, number: Int64) -> FormerLine? {
    guard integer("haru") == FormerLine.format,
      members.allSatisfy({ LineFields.known.contains($0.name) }),
      let seen, let clock = self.number("clock"), let batch = self.number("batch"), batch <= number,
      let register, let value = newValue, register.allows(value), let provenance
    else { return nil }
    let undoes = self.number("undoes")
    guard (undoes ?? 0) < batch, undoes != nil || self.value("undoes") == nil else { return nil }
    return FormerLine(
      device: device, number: number, seen: seen, clock: clock, batch: batch, undoes: undoes,
      register: register, value: value, provenance: provenance)
  }

  private var register: FormerRegister? {
    guard let kind = text("kind").flatMap(FormerRegister.Kind.init), let key = text("key") else {
      return nil
    }
    return FormerRegister(kind, key)
  }

  /// A missing value is none; `null` is.
  private var newValue: String?? {
    guard let value = value("value") else { return nil }
    return value.isNull ? .some(nil) : value.string.map { .some($0) }
  }

  private var seen: [String: Int64]? {
    guard let members = value("seen")?.members else { return nil }
    var seen: [String: Int64] = [:]
    for (device, value) in members {
      guard ParsedFormerLine.isDevice(device), let number = value.integer,
        ParsedFormerLine.numbers.contains(number), seen.updateValue(number, forKey: device) == nil
      else { return nil }
    }
    return seen
  }
}
