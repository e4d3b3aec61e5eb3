/// A hash that is the same in every process (FNV-1a).
public enum StableHash {
  /// The hash of some bytes.
  @inlinable public static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
