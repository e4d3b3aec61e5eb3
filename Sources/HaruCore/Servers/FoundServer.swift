/// What a notification server was found to be, as the agent tells it to others in the words of
/// docs/servers.md#manners.
public struct FoundServer: Equatable, Sendable {
  /// The name of its row; `nil` for a server that nobody knows.
  public let row: String?
  /// Where the user finds the buttons.
  public var buttons: ServerManner.Buttons
  /// What a click on the text is for.
  public let bodyClick: ServerManner.BodyClick
  /// Whether it draws pictures.
  public let drawsPictures: Bool

  /// What is known of a server.
  public init(_ manner: ServerManner) {
    row = manner.name == ServerManner.unknown.name ? nil : manner.name
    buttons = manner.hasButtons ? manner.buttons : .nowhere
    (bodyClick, drawsPictures) = (manner.bodyClick, manner.drawsPictures)
  }

  /// Reads what the agent tells; `nil` while it knows of no server.
  public init?(_ words: [String: String]) {
    guard let row = words["row"], let pictures = words["pictures"],
      let buttons = words["buttons"].flatMap(ServerManner.Buttons.init),
      let bodyClick = words["default"].flatMap(ServerManner.BodyClick.init)
    else { return nil }
    self.row = row == ServerManner.unknown.name ? nil : row
    (self.buttons, self.bodyClick) = (buttons, bodyClick)
    drawsPictures = pictures == ServerManner.drawn(true)
  }

  /// What the agent tells.
  public var words: [String: String] {
    [
      "row": row ?? ServerManner.unknown.name, "buttons": buttons.rawValue,
      "default": bodyClick.rawValue, "pictures": ServerManner.drawn(drawsPictures),
    ]
  }
}
