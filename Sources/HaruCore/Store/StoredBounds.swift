/// The bounds of the values in a store (docs/store.md#damaged-rows).
///
/// Who reads a value from outside, who writes it into a row and who reads the row ask the same pair of bounds, so
/// that Haru writes no value beyond them; a row that holds one is damaged.
public enum StoredBounds {
  /// Instants whose local date is a `Day` in every zone: from 0001-01-03 to 9999-12-29, UTC.
  public static let instants = Instant(-62_135_424_000)...Instant(253_402_041_600)
  /// Offsets from UTC in seconds; zone files have no others (RFC 8536, 3.2).
  public static let utcOffsets = Zone.offsets
  /// Counts; the last is the largest exact integer in every reader of JSON.
  public static let counts: ClosedRange<Int64> = 0...(1 << 53)
  /// The numbers of rows; none stands before the first.
  public static let rows: ClosedRange<Int64> = 0...Int64.max
  /// The numbers of batches in a file.
  public static let importedBatches: ClosedRange<Int64> = 1...(1 << 52)
  /// The most bytes of a note that is written; an older store may have longer ones.
  public static let noteBytes = 64 << 10
  /// The bytes of a text.
  public static let textBytes = 0...(1 << 20)

  /// Whether a text is not too long, and contains no zero, at which SQLite would end it.
  public static func holds(_ text: String) -> Bool { holds(text.utf8) }

  /// Whether the bytes of a text are not too many, and contain no zero.
  public static func holds(_ bytes: some Collection<UInt8>) -> Bool {
    textBytes.contains(bytes.count) && !bytes.contains(0)
  }
}

extension StoredBounds {
  /// The count after another one; the last that there is has itself after it.
  public static func count(after count: Int) -> Int {
    count < Int(counts.upperBound) ? count + 1 : Int(counts.upperBound)
  }
}

extension ClosedRange {
  /// A value, if it is within these bounds.
  public func exactly(_ value: Bound) -> Bound? { contains(value) ? value : nil }
}

extension Provenance {
  /// Whether its values are within the bounds of a store.
  public var isStorable: Bool {
    StoredBounds.instants.contains(at) && StoredBounds.utcOffsets.contains(utcOffset)
      && StoredBounds.holds(zone)
  }
}
