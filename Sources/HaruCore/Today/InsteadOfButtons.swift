/// What a notification says in the place of its buttons, by what its user can do instead.
public struct InsteadOfButtons: Hashable, Sendable {
  /// Names a command; it may be empty.
  public let command: String
  /// Names two clicks on the body, and a command; `nil` where they do nothing.
  public let click: String?
  /// Names two clicks on the body, for a place without room for a command as well.
  public let clickAlone: String?
  /// Names two middle clicks on the body, and a command.
  public let middleClick: String?

  /// Makes what a notification says.
  public init(
    command: String, click: String? = nil, clickAlone: String? = nil, middleClick: String? = nil
  ) {
    (self.command, self.click) = (command, click)
    (self.clickAlone, self.middleClick) = (clickAlone, middleClick)
  }

  /// What says nothing.
  public static let nothing = InsteadOfButtons(command: "")
}
