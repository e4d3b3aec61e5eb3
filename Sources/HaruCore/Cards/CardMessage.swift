/// A card that `haru-draw` is to write to a file.
public struct CardRequest: Hashable, Sendable {
  /// The card.
  public let card: Card
  /// The format of the file.
  public let format: Card.Format
  /// The file; `-` for standard output.
  public let file: String

  /// Makes a request.
  public init(_ card: Card, as format: Card.Format, to file: String) {
    (self.card, self.format, self.file) = (card, format, file)
  }
}

extension CardRequest: Message {
  /// The request as JSON.
  public var json: JSON {
    .object(["card": card.json, "format": .string(format.rawValue), "file": .string(file)])
  }

  /// Reads a request.
  public init(json: JSON) throws(MessageError) {
    self.init(
      try json.member("card", Card.init(json:)),
      as: try json.text("format", Card.Format.init(rawValue:)), to: try json.text("file", \.self))
  }
}

extension Card: Message {
  /// The card as JSON.
  public var json: JSON {
    .object([
      "kind": .string(kind.rawValue), "size": .string(size.rawValue), "subject": subject.json,
      "style": style.json,
    ])
  }

  /// Reads a card.
  public init(json: JSON) throws(MessageError) {
    let card = Card(
      try json.text("kind", Kind.init(rawValue:)),
      size: try json.text("size", Size.init(rawValue:)),
      subject: try json.member("subject", Subject.init(json:)),
      style: try json.member("style", CardStyle.init(json:)))
    guard let card else { throw MessageError("size") }
    self = card
  }
}

/// A day is an object, repositories are an array.
extension Card.Subject {
  fileprivate var json: JSON {
    switch self {
    case .day(let cardDay): cardDay.json
    case .repository(let entry): .array([entry.json])
    case .pair(let first, let second): .array([first.json, second.json])
    case .noRepository: .array([])
    }
  }

  fileprivate init(json: JSON) throws(MessageError) {
    guard let array = json.array else {
      self = .day(try CardDay(json: json))
      return
    }
    let entries = try array.map(RepositoryEntry.init(json:))
    switch entries.count {
    case 0: self = .noRepository
    case 1: self = .repository(entries[0])
    case 2: self = .pair(entries[0], entries[1])
    default: throw MessageError("subject")
    }
  }
}

extension CardDay {
  fileprivate var json: JSON {
    let others = year?.cells.filter { $0.day.month != day.month } ?? []
    let cells = (others + page.cells).sorted { $0.day < $1.day }
    func days(_ which: (CalendarPage.Cell) -> Bool) -> JSON {
      .array(cells.filter(which).map { .string($0.day.description) })
    }
    return .object([
      "day": .string(day.description), "studied": days(\.isStudied), "rest": days(\.isRest),
      "streak": .integer(currentStreak), "longest": .integer(longestStreak),
      "steady": .integer(steady.studied), "steady_of": .integer(steady.counted),
      "first_weekday": .string(firstWeekday.description), "sample": .bool(isSample),
      "year": .object(year.map { ["begin": .string($0.begin?.description)] }),
    ])
  }

  fileprivate init(json: JSON) throws(MessageError) {
    let year = try json.optional("year") { $0 }
    let record = Record(
      days: try json.texts("studied", Day.init).sorted(by: >),
      rest: RestDays(single: Set(try json.texts("rest", Day.init))),
      begin: try year?.optional("begin") { $0.string.flatMap(Day.init) })
    self.init(
      day: try json.text("day", Day.init), record: record,
      currentStreak: try json.count("streak"), longestStreak: try json.count("longest"),
      steady: Steady(studied: try json.count("steady"), of: try json.count("steady_of")),
      firstWeekday: try json.text("first_weekday", Weekday.init),
      isSample: try json.member("sample", \.bool))
    if year != nil { self.year = RecentWeeks(of: record, today: day, firstWeekday: firstWeekday) }
  }
}

extension CardStyle {
  fileprivate var json: JSON {
    .object([
      "scale": .number(scale), "rendering": .string(rendering.rawValue),
      "accent": .string(accent.hex), "background": .bool(hasBackground),
      "surface": .string(surface.rawValue), "contrast_floor": .bool(hasContrastFloor),
    ])
  }

  fileprivate init(json: JSON) throws(MessageError) {
    self.init()
    scale = try json.member("scale") { $0.number.flatMap(Self.scales.exactly) }
    rendering = try json.text("rendering", Rendering.init(rawValue:))
    accent = try json.text("accent", Color.init)
    hasBackground = try json.member("background", \.bool)
    surface = try json.text("surface", Surface.init(rawValue:))
    hasContrastFloor = try json.member("contrast_floor", \.bool)
  }
}
