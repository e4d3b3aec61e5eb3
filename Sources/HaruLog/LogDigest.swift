/// A short word for a set of entries, to be read aloud: equal sets have equal words.
public struct LogDigest: Hashable, Sendable, CustomStringConvertible {
  /// Two groups of four digits of a-f and 0-9, such as `7f3a-91c2`.
  public let description: String

  /// The word for some entries, in the order of their names.
  public init(of names: some Sequence<EntryName>) {
    let digits = EntryName(of: names.flatMap(\.bytes)).description
    description = digits.prefix(4) + "-" + digits.dropFirst(4).prefix(4)
  }
}
