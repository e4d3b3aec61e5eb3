/// Who a notification comes from.
public struct Sender: Sendable {
  /// What a person calls the program.
  public let name: String
  /// Its id, which is the name of its desktop file.
  public let id: String
  /// What kind of notifications it sends, as the hint `category` says it.
  public let category: String
  /// The path of its icon, if it has one.
  ///
  /// Every server draws a path, and none needs to know our theme for it (servers.md rule 11).
  public let icon: String?

  /// Describes a sender.
  public init(name: String, id: String, category: String, icon: String?) {
    (self.name, self.id, self.category, self.icon) = (name, id, category, icon)
  }
}

/// What a notification says and offers, before it is fitted to a server.
public struct Notification: Hashable, Sendable {
  /// A button.
  public struct Action: Hashable, Sendable {
    /// What comes back when it is pressed.
    public let key: String
    /// What it says.
    public let label: String

    /// Makes a button.
    public init(key: String, label: String) {
      self.key = key
      self.label = label
    }
  }

  /// One line.
  public var title: String
  /// Short plain lines.
  public var lines: [String]
  /// The buttons; three at most, no two labels alike (servers.md rule 12).
  public var actions: [Action]
  /// What a click on the body does, in a word, for servers that draw it as a button.
  public var bodyLabel: String
  /// The line that stands in for the buttons on a server that has none.
  public var withoutActions: String
  /// Whether it asks to stay until it is answered.
  public var staysUntilAnswered: Bool
  /// Whether it may make a sound.
  public var mayBeHeard: Bool

  /// Makes a notification.
  public init(
    title: String, lines: [String], actions: [Action], bodyLabel: String,
    withoutActions: String, staysUntilAnswered: Bool, mayBeHeard: Bool
  ) {
    self.title = title
    self.lines = lines
    self.actions = actions
    self.bodyLabel = bodyLabel
    self.withoutActions = withoutActions
    self.staysUntilAnswered = staysUntilAnswered
    self.mayBeHeard = mayBeHeard
  }

  /// The body as a server with these capabilities has to get it.
  func body(for capabilities: Set<String>) -> String {
    let lines = capabilities.contains("actions") ? lines : lines + [withoutActions]
    let body = lines.joined(separator: "\n")
    return capabilities.contains("body-markup") ? escaped(body) : body
  }

  /// Only `&`, `<` and `>`: GNOME shows any other entity as it stands (servers.md rule 10).
  private func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
