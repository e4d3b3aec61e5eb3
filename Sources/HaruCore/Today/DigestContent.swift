/// What a digest of news says, in words that are ready to be read.
///
/// It knows nothing of notifications.
public struct DigestContent: Hashable, Sendable {
  /// One line.
  public var title: String
  /// Short plain lines; there may be none.
  public var lines: [String]
  /// What can be asked for, in order; two or more, no two alike.
  public var actions: [Content.Action]
  /// The line that stands in for the buttons where there are none; it names a command.
  public var withoutButtons: String

  /// Makes content.
  public init(
    title: String, lines: [String], actions: [Content.Action], withoutButtons: String
  ) {
    self.title = title
    self.lines = lines
    self.actions = actions
    self.withoutButtons = withoutButtons
  }
}
