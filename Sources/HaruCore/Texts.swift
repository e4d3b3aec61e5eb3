/// A text in a text, compared byte by byte and without regular expressions
/// (docs/design.md#dependencies).
extension StringProtocol {
  /// Where a text, which is not empty, stands first.
  public func firstPlace(of text: some StringProtocol) -> Range<Index>? {
    let start = utf8.indices.first { utf8[$0...].starts(with: text.utf8) }
    return start.map { $0..<utf8.index($0, offsetBy: text.utf8.count) }
  }

  /// Whether a text is a part of it.
  public func includes(_ text: some StringProtocol) -> Bool {
    firstPlace(of: text) != nil
  }

  /// The parts before, between and behind every place of a text.
  public func parts(between text: some StringProtocol) -> [SubSequence] {
    var (parts, rest) = ([SubSequence](), self[...])
    while let place = rest.firstPlace(of: text) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return parts + [rest]
  }
}

extension Collection<UInt8> {
  /// The bytes of a text in UTF-8 without the byte order mark that some programs put in front.
  public var withoutByteOrderMark: SubSequence {
    starts(with: [0xef, 0xbb, 0xbf]) ? dropFirst(3) : self[...]
  }
}

extension UInt8 {
  /// Whether it is a digit of ASCII.
  @inlinable public var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
