internal import CGLib
internal import HaruCore

/// The name of an entry: the first half of the SHA-256 of its text (docs/sync.md#an-entry).
///
/// Two entries that say the same have the same name, and no two others ever have.
public struct EntryName: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// How many bytes a name has.
  public static let length = 16

  /// The name of a text.
  public init(of text: [UInt8]) {
    let digest = SHA256.digest(of: text)
    assert(digest.count == 32, "SHA-256 has 32 bytes")
    high = Self.number(digest[..<8])
    low = Self.number(digest[8..<16])
  }

  /// Reads a name; `nil` for anything that `description` does not write.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 32, let high = Self.number(ofDigits: bytes[..<16]),
      let low = Self.number(ofDigits: bytes[16...])
    else { return nil }
    (self.high, self.low) = (high, low)
  }

  /// Makes a name of its bytes, as a store keeps it; `nil` unless there are 16.
  public init?(bytes: ArraySlice<UInt8>) {
    guard bytes.count == EntryName.length else { return nil }
    (high, low) = (Self.number(bytes.prefix(8)), Self.number(bytes.suffix(8)))
  }

  /// Its 16 bytes.
  public var bytes: [UInt8] {
    let bytes = [high.bigEndian, low.bigEndian].withUnsafeBytes { Array($0) }
    assert(EntryName(bytes: bytes[...]) == self, "a name is read as it is kept")
    return bytes
  }

  /// 32 digits of a-f and 0-9.
  public var description: String {
    let text = [high, low].map { padded($0, to: 16, radix: 16) }.joined()
    assert(EntryName(text) == self, "a name is read as it is written")
    return text
  }

  /// The order of their digits.
  public static func < (a: EntryName, b: EntryName) -> Bool {
    (a.high, a.low) < (b.high, b.low)
  }

  /// A short word for a set of entries in the order of their names, to be read aloud: equal sets have equal words.
  ///
  /// Two groups of four digits of a-f and 0-9, such as `7f3a-91c2`.
  public static func digest(of names: some Sequence<EntryName>) -> String {
    let digits = EntryName(of: names.flatMap(\.bytes)).description
    return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(4))"
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func number(ofDigits digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - 0x30)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return number
  }
}

/// SHA-256, as GLib works it out.
enum SHA256 {
  /// The 32 bytes of the hash of some bytes.
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    g_checksum_update(checksum, bytes, bytes.count)
    var digest = [UInt8](repeating: 0, count: 32)
    var length: gsize = 32
    g_checksum_get_digest(checksum, &digest, &length)
    return digest
  }
}
