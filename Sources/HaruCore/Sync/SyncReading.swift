/// What a line of a file says.
public enum SyncReading: Hashable, Sendable {
  /// A line of this format.
  case line(SyncLine)
  /// A line of a newer Haru, with the machine that wrote it, its number and its clock, 0 if it has
  /// none: it is kept, and not understood in part.
  case unknown(device: String, number: Int64, clock: Int64)
  /// No line, or a damaged one.
  case damaged

  /// Reads the bytes of a line, without its end.
  public init(_ bytes: some RandomAccessCollection<UInt8>) {
    let bytes = Array(bytes)
    guard SyncReading.isIntact(bytes), let pairs = JSONReader.object(bytes),
      let head = Fields(pairs), let device = head.text("device"),
      SyncReading.isDevice(device), let number = head.integer("n"),
      SyncReading.numbers.contains(number)
    else {
      self = .damaged
      return
    }
    let line = head.line(device: device, number: number)
    // What is written in another way than we write it was not written by this version.
    self =
      line.map(SyncReading.line)
      ?? .unknown(device: device, number: number, clock: head.number("clock") ?? 0)
  }

  /// The numbers of lines, batches and clocks; beyond them no number could follow.
  static let numbers: ClosedRange<Int64> = 1...(1 << 53)

  /// Whether a text can be the name of a machine, and so of its directory: 1 to 63 of a-z, 0-9 and `-`,
  /// which does not come first.
  ///
  /// Without capital letters, because systems that the folder is carried to may not tell them apart.
  public static func isDevice(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count) && name != "inbox" && name.utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Whether the checksum at the end of a line is there, and is right.
  private static func isIntact(_ bytes: [UInt8]) -> Bool {
    let length = beforeSum.count + 16 + 2
    guard bytes.count > length else { return false }
    let seal = beforeSum + Array(SyncLine.sum(of: bytes.dropLast(length)).utf8) + "\"}".utf8
    return bytes.suffix(length).elementsEqual(seal)
  }

  private static let beforeSum = Array(",\"sum\":\"".utf8)
}

/// The keys of a line with their values.
private struct Fields {
  private let pairs: [(key: String, value: JSONValue)]

  /// `nil` if a key stands twice.
  init?(_ pairs: [(key: String, value: JSONValue)]) {
    // Among so few, comparing is faster than hashing; more keys than that has no line.
    guard pairs.count <= Fields.mostKeys,
      pairs.indices.allSatisfy({ place in
        !pairs[..<place].contains { $0.key == pairs[place].key }
      })
    else { return nil }
    self.pairs = pairs
  }

  private func value(_ key: String) -> JSONValue? { pairs.first { $0.key == key }?.value }
  func text(_ key: String) -> String? { value(key)?.text }
  func integer(_ key: String) -> Int64? { value(key)?.integer }

  func number(_ key: String) -> Int64? {
    integer(key).flatMap { SyncReading.numbers.contains($0) ? $0 : nil }
  }

  private static let mostKeys = 100
  private static let known = [
    "haru", "device", "n", "seen", "clock", "batch", "undoes", "kind", "key", "value", "at",
    "offset", "zone", "source", "sum",
  ]

  /// The line; `nil` if it is of a newer version.
  func line(device: String, number: Int64) -> SyncLine? {
    guard integer("haru") == SyncLine.format, pairs.allSatisfy({ Fields.known.contains($0.key) }),
      let seen, let clock = self.number("clock"), let batch = self.number("batch"), batch <= number,
      let register, let value = newValue, register.allows(value), let provenance
    else { return nil }
    let undoes = self.number("undoes")
    guard (undoes ?? 0) < batch, undoes != nil || self.value("undoes") == nil else { return nil }
    return SyncLine(
      device: device, number: number, seen: seen, clock: clock, batch: batch, undoes: undoes,
      register: register, value: value, provenance: provenance)
  }

  private var register: SyncRegister? {
    guard let kind = text("kind").flatMap(SyncRegister.Kind.init), let key = text("key") else {
      return nil
    }
    return SyncRegister(kind, key)
  }

  /// A missing value is none; `null` is.
  private var newValue: String?? {
    guard let value = value("value") else { return nil }
    return value.isNull ? .some(nil) : value.text.map { .some($0) }
  }

  private var seen: [String: Int64]? {
    guard case .object(let pairs)? = value("seen") else { return nil }
    var seen: [String: Int64] = [:]
    for (device, value) in pairs {
      guard SyncReading.isDevice(device), let number = value.integer,
        SyncReading.numbers.contains(number), seen.updateValue(number, forKey: device) == nil
      else { return nil }
    }
    return seen
  }

  private var provenance: Provenance? {
    guard let at = integer("at"), let offset = integer("offset"), let zone = text("zone"),
      zone.utf8.count <= 255, StoredBounds.holds(zone),
      let source = text("source").flatMap(Provenance.Source.init),
      StoredBounds.utcOffsets.contains(Int(offset))
    else { return nil }
    let provenance = Provenance(
      at: Instant(at), utcOffset: Int(offset), zone: zone, source: source)
    return provenance.isStorable ? provenance : nil
  }
}
