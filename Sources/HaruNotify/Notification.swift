/// Who a notification comes from.
public struct Sender: Sendable {
  /// What a person calls the program.
  public let name: String
  /// Its id, which is the name of its desktop file.
  public let id: String
  /// What kind of notifications it sends, as the hint `category` says it.
  public let category: String
  /// What tells its living notification from another one of the same program: some servers show one
  /// of each tag, and so take away what a program that was killed left behind.
  public let tag: String
  /// The path of its icon, if it has one.
  ///
  /// Every server draws a path, and none needs to know our theme for it (servers.md rule 11).
  public let icon: String?

  /// Describes a sender.
  public init(name: String, id: String, category: String, tag: String, icon: String?) {
    (self.name, self.id, self.category) = (name, id, category)
    (self.tag, self.icon) = (tag, icon)
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

  /// A picture, and what is said where it is shown.
  public struct Picture: Hashable, Sendable {
    /// The path of its file, which need not be there.
    public let path: String
    /// The title beside it.
    public let title: String
    /// The lines beside it.
    public let lines: [String]

    /// Names a picture.
    public init(path: String, title: String, lines: [String]) {
      (self.path, self.title, self.lines) = (path, title, lines)
    }
  }

  /// One line.
  public var title: String
  /// Short plain lines.
  public var lines: [String]
  /// What stands in for the sender's icon, if its file is there when it is shown.
  ///
  /// Whether it is, is no part of what a notification says: one that was shown without its picture
  /// is not shown again for that.
  public var picture: Picture?
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
    title: String, lines: [String], picture: Picture? = nil, actions: [Action],
    bodyLabel: String, withoutActions: String, staysUntilAnswered: Bool, mayBeHeard: Bool
  ) {
    self.title = title
    self.lines = lines
    self.picture = picture
    self.actions = actions
    self.bodyLabel = bodyLabel
    self.withoutActions = withoutActions
    self.staysUntilAnswered = staysUntilAnswered
    self.mayBeHeard = mayBeHeard
  }

  /// The same with its picture, and what is said beside that.
  var besidePicture: Notification {
    guard let picture else { return self }
    var beside = self
    (beside.title, beside.lines) = (picture.title, picture.lines)
    return beside
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
