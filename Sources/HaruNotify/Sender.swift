public import HaruCore

/// The program that a notification comes from.
public struct Sender: Sendable {
  /// The program's id, which is the name of its desktop file.
  public let id: String
  /// The kind of its notifications, sent as the hint `category`.
  public let category: String
  /// Distinguishes its living notification from another one of the same program.
  ///
  /// Some servers show one of each tag, and so remove what a program that was killed left
  /// (docs/servers.md#replace-by-tag).
  public let tag: String
  /// The path of its icon, if it has one: every server draws a path, and none has to know our theme
  /// (docs/servers.md#pictures).
  public let icon: String?
  /// The label of a click on the body by what it asks for, for servers that draw it as a button.
  public let bodyLabel: @Sendable (Intent) -> String

  /// Describes a sender.
  public init(
    id: String, category: String, tag: String, icon: String?,
    bodyLabel: @escaping @Sendable (Intent) -> String
  ) {
    (self.id, self.category, self.tag, self.icon) = (id, category, tag, icon)
    self.bodyLabel = bodyLabel
  }
}
