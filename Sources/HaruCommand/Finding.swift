/// What `haru doctor` has found: a line of its answer.
public struct Finding: Hashable, Sendable {
  /// Whether a finding is good, as the first character of its line.
  public enum Mark: Character, Sendable {
    /// All is well.
    case works = "✓"
    /// Haru works, and could do more.
    case worthKnowing = "•"
    /// Something does not work.
    case broken = "✗"
  }

  /// Whether it is good.
  public let mark: Mark
  /// The finding in words.
  public let text: String

  /// Makes a finding.
  public init(_ mark: Mark, _ text: String) {
    (self.mark, self.text) = (mark, text)
  }

  /// Reads the line that another program has printed; `nil` for any other.
  public init?(line: some StringProtocol) {
    guard let mark = line.first.flatMap(Mark.init(rawValue:)) else { return nil }
    self.init(mark, String(line.dropFirst(2)))
  }

  /// The line.
  public var line: String { "\(mark.rawValue) \(text)" }
}
