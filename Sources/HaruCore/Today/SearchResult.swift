/// Today as one result of a desktop's search: its words, and what choosing it asks for.
public struct SearchResult: Hashable, Sendable {
  /// What choosing it asks for; its action key is the id of the result.
  public let intent: Intent
  /// The state of the day.
  public let title: String
  /// The day and the streak, in one line.
  public let line: String
  /// The picture beside the words; `nil` for the icon of the program.
  public let picture: Content.Picture?

  /// Makes a result.
  public init(_ intent: Intent, title: String, line: String, picture: Content.Picture? = nil) {
    (self.intent, self.title, self.line, self.picture) = (intent, title, line, picture)
  }
}
