/// What the words of a desktop's search ask about.
public enum SearchTopic: Hashable, Sendable {
  /// Today, or a day before it.
  case day(Day)
  /// A rest day today.
  case rest
  /// The last change.
  case undo
  /// A later reminder.
  case later
  /// The calendar.
  case calendar
  /// The streak.
  case streak

  /// The id of a result about it that only shows today.
  public var id: String {
    switch self {
    case .day(let day): "day:\(day)"
    case .rest: "rest"
    case .undo: "undo"
    case .later: "later"
    case .calendar: "calendar"
    case .streak: "streak"
    }
  }

  /// Reads the id of a result, whatever choosing it does; `nil` for any other text.
  public init?(id: String) {
    switch Intent(actionKey: id) {
    case .study(let day): self = .day(day)
    case .rest: self = .rest
    case .undo: self = .undo
    case .remind: self = .later
    case .calendar: self = .calendar
    case nil:
      let topics = [SearchTopic.rest, .undo, .later, .calendar, .streak]
      let day = id.hasPrefix("day:") ? Day(String(id.dropFirst(4))).map(SearchTopic.day) : nil
      guard let topic = day ?? topics.first(where: { $0.id == id }) else { return nil }
      self = topic
    default: return nil
    }
  }
}

/// A result of a desktop's search: its words, and what choosing it asks for.
public struct SearchResult: Hashable, Sendable {
  /// Tells it from every other result, and names what choosing it does.
  public let id: String
  /// A state, or what choosing it does.
  public let title: String
  /// What choosing it does, or more about it, in one line.
  public let line: String
  /// The picture beside the words; `nil` for the icon of the program.
  public let picture: Content.Picture?

  /// Makes a result that asks for something.
  public init(_ intent: Intent, title: String, line: String, picture: Content.Picture? = nil) {
    (id, self.title, self.line, self.picture) = (intent.actionKey, title, line, picture)
  }

  /// Makes a result that only shows today.
  public init(
    showingFor topic: SearchTopic, title: String, line: String, picture: Content.Picture? = nil
  ) {
    (id, self.title, self.line, self.picture) = (topic.id, title, line, picture)
  }
}
