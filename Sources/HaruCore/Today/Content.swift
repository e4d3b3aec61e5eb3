/// What one entry says, in words that are ready to be read.
///
/// It knows nothing of notifications.
public struct Content: Hashable, Sendable {
  /// A button: what it says and what it asks for.
  public struct Action: Hashable, Sendable {
    /// What happens.
    public let intent: Intent
    /// What the button says.
    public let label: String

    /// Makes a button.
    public init(_ intent: Intent, label: String) {
      self.intent = intent
      self.label = label
    }
  }

  /// The day it is about.
  public var day: Day
  /// Whether the day is studied, which its picture shows.
  public var isStudied: Bool
  /// One line.
  public var title: String
  /// Short plain lines.
  public var lines: [String]
  /// What can be asked for, in order; two or more, no two alike.
  public var actions: [Action]
  /// The line that stands in for the buttons where there are none; it names a command.
  public var withoutButtons: String
  /// Whether it should stay until it is answered.
  public var staysUntilAnswered: Bool

  /// Makes content.
  public init(
    day: Day, isStudied: Bool = false, title: String, lines: [String], actions: [Action],
    withoutButtons: String, staysUntilAnswered: Bool = false
  ) {
    self.day = day
    self.isStudied = isStudied
    self.title = title
    self.lines = lines
    self.actions = actions
    self.withoutButtons = withoutButtons
    self.staysUntilAnswered = staysUntilAnswered
  }
}
