public import HaruCore

/// A notification's content, before it is adapted to a server.
public struct Notification: Hashable, Sendable {
  /// A button.
  public struct Action: Hashable, Sendable {
    /// The key that a click on it sends.
    public let key: String
    /// Its text.
    public let label: String

    /// Makes a button.
    public init(key: String, label: String) {
      (self.key, self.label) = (key, label)
    }
  }

  /// How long it asks to stay on the screen.
  public enum Stay: Hashable, Sendable {
    /// Until it is answered.
    case untilAnswered
    /// Until it is answered, on a server that keeps nothing with buttons of what has expired.
    case withinReach
    /// As long as the server lets it.
    case asUsual
    /// A few seconds, even on a server where nothing expires by itself.
    case briefly
  }

  /// A picture, and the text that stands beside it.
  public struct Picture: Hashable, Sendable {
    /// The path of its file, which may be missing.
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

  /// A title that is shorter, and a line with what it lacks.
  public struct Narrow: Hashable, Sendable {
    /// The title.
    public let title: String
    /// The line.
    public let line: String

    /// Makes a title with its line.
    public init(title: String, line: String) {
      (self.title, self.line) = (title, line)
    }
  }

  /// The specification's key for a click on the body.
  public static let defaultKey = "default"

  /// One line.
  public var title: String
  /// The title for servers that draw too few columns of the whole one.
  public var narrow: Narrow?
  /// Short plain lines, the most important first.
  public var lines: [String]
  /// A last line, which is left out where the server has no room for it.
  public var detail: String?
  /// Lines that are left out where there is no room for them either and `insteadOfActions` is drawn,
  /// which leads to them.
  public var remedy: [String]
  /// Replaces the sender's icon where the server draws pictures and the file exists when it is sent.
  ///
  /// Two notifications that differ only in whether the file exists are equal: one that was shown
  /// without its picture is not shown again for it.
  public var picture: Picture?
  /// The buttons; at most three, all labels different (docs/servers.md#buttons).
  public var actions: [Action]
  /// The key that a click on the body stands for; servers call it `default`.
  public var bodyKey: String
  /// The label of a click on the body that shows it again, for servers that draw it as a button.
  public var bodyLabel: String
  /// The label of a click on the body that asks, for the same.
  public var questionLabel: String
  /// A line about the buttons, on a server on which they can be reached; it may be empty.
  public var withActions: String
  /// The line that replaces the buttons on a server without buttons.
  public var insteadOfActions: InsteadOfButtons
  /// How long it asks to stay on the screen.
  public var stay: Stay

  /// Makes a notification.
  public init(
    title: String, narrow: Narrow? = nil, lines: [String], detail: String? = nil,
    remedy: [String] = [], picture: Picture? = nil, actions: [Action],
    bodyKey: String = Notification.defaultKey, bodyLabel: String, questionLabel: String? = nil,
    withActions: String = "", insteadOfActions: InsteadOfButtons, stay: Stay
  ) {
    self.title = title
    self.narrow = narrow
    self.lines = lines
    self.detail = detail
    self.remedy = remedy
    self.picture = picture
    self.actions = actions
    self.bodyKey = bodyKey
    self.bodyLabel = bodyLabel
    self.questionLabel = questionLabel ?? bodyLabel
    self.withActions = withActions
    self.insteadOfActions = insteadOfActions
    self.stay = stay
  }
}

/// Why a notification is shown, which decides how it draws the user's attention.
public enum Attention: Hashable, Sendable {
  /// It comes by itself, always as a new notification.
  case news(mayBeHeard: Bool)
  /// It answers the user, who is looking at what it takes the place of.
  case answer
  /// It changes what is shown, and nobody has clicked there.
  case change
  /// The user has asked to see it.
  case request

  var isNews: Bool { if case .news = self { true } else { false } }
}

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

  /// Describes a sender.
  public init(id: String, category: String, tag: String, icon: String?) {
    (self.id, self.category, self.tag, self.icon) = (id, category, tag, icon)
  }
}
