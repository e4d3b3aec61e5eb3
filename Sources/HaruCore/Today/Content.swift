/// The text and buttons of today's notification or of the digest; a plain value, without any
/// notion of a notification server.
public struct Content: Hashable, Sendable {
  /// A button: its label and what it asks for.
  public struct Action: Hashable, Sendable {
    /// What a click asks for.
    public let intent: Intent
    /// The text of the button.
    public let label: String

    /// Makes a button.
    public init(_ intent: Intent, label: String) {
      (self.intent, self.label) = (intent, label)
    }
  }

  /// The picture beside the text: that of a day, in one of its two states.
  public struct Picture: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Whether it shows the day as studied.
    public let isStudied: Bool

    /// Names a picture.
    public init(of day: Day, isStudied: Bool) {
      (self.day, self.isStudied) = (day, isStudied)
    }
  }

  /// The picture; `nil` for none.
  public var picture: Picture?
  /// One line.
  public var title: String
  /// Short plain lines; there may be none.
  public var lines: [String]
  /// The buttons in order; two or more, all different.
  public var actions: [Action]
  /// The line that replaces the buttons where there are none; it names a command.
  public var withoutButtons: String
  /// Whether it should stay until it is answered.
  public var staysUntilAnswered: Bool

  /// Makes content.
  public init(
    picture: Picture? = nil, title: String, lines: [String], actions: [Action],
    withoutButtons: String, staysUntilAnswered: Bool = false
  ) {
    self.picture = picture
    self.title = title
    self.lines = lines
    self.actions = actions
    self.withoutButtons = withoutButtons
    self.staysUntilAnswered = staysUntilAnswered
  }
}
