/// The text and buttons of today's notification or of a guest; a plain value, without any notion of a
/// notification server.
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

  /// How long it should stay on the screen (docs/notifications.md#how-long-it-stays).
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

  /// The picture beside the text: that of a day, in one of its two states.
  public struct Picture: Hashable, Sendable {
    /// The day.
    public let day: Day
    /// Whether it shows the day as studied.
    public let isStudied: Bool
    /// Its file, which may be missing when it is looked for; `nil` where none is kept.
    ///
    /// Two contents that differ only in whether the file exists are equal: one that was shown
    /// without its picture is not shown again for it.
    public var file: String?

    /// Names a picture.
    public init(of day: Day, isStudied: Bool) {
      (self.day, self.isStudied) = (day, isStudied)
    }
  }

  /// The title for a place that is too narrow, and a line with what it lacks.
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

  /// The picture; `nil` for none.
  public var picture: Picture?
  /// The path of a picture that is none of a day, where `picture` is `nil`.
  public var image: String?
  /// One line.
  public var title: String
  /// The title for narrow places; `nil` if there is no shorter one.
  public var narrow: Narrow?
  /// Short plain lines, the most important first; there may be none.
  public var lines: [String]
  /// A last line, which may be left out where there is little room.
  public var detail: String?
  /// How to put right what the lines tell; may be left out where there is little room and
  /// `insteadOfButtons` names a command that tells it.
  public var remedy: [String]
  /// The buttons in order; two or more, all different.
  public var actions: [Action]
  /// What a click on the body asks for; of a day's content, to ask whether its state changes.
  public var bodyClick: Intent
  /// A line about the buttons, where there are some; it may be empty.
  public var withButtons = ""
  /// The line that replaces the buttons where there are none.
  public var insteadOfButtons: InsteadOfButtons
  /// How long it should stay on the screen.
  public var stay: Stay

  /// Makes content.
  public init(
    picture: Picture? = nil, title: String, narrow: Narrow? = nil, lines: [String],
    detail: String? = nil, remedy: [String] = [], actions: [Action],
    insteadOfButtons: InsteadOfButtons, stay: Stay = .asUsual
  ) {
    self.picture = picture
    self.title = title
    self.narrow = narrow
    self.lines = lines
    self.detail = detail
    self.remedy = remedy
    self.actions = actions
    bodyClick = picture.map { .ask(DayQuestion($0.day, studied: !$0.isStudied)) } ?? .show
    self.insteadOfButtons = insteadOfButtons
    self.stay = stay
  }

  /// The same without the month's emoji, which its picture shows.
  public var besidePicture: Content {
    guard let day = picture?.day else { return self }
    var content = self
    content.title = title.removing(day.emojiBehindText)
    content.lines = lines.map { $0.removing(day.emojiBehindText) }
    return content
  }
}

extension Day {
  /// The emoji of its month as it stands behind a text.
  public var emojiBehindText: String { " " + Theme(of: month.name).pictureEmoji }
}

extension String {
  /// The text without the first occurrence of another.
  fileprivate func removing(_ text: String) -> String {
    guard let place = firstPlace(of: text) else { return self }
    return String(self[..<place.lowerBound] + self[place.upperBound...])
  }
}

extension Settings.Stay {
  /// How long content stays for a user who has chosen this.
  public func applied(to stay: Content.Stay) -> Content.Stay {
    switch (self, stay) {
    case (.auto, _), (_, .asUsual), (_, .briefly): stay
    case (.always, _): .untilAnswered
    case (.never, _): .briefly
    }
  }
}
