/// A card as the arguments of `haru-draw`.
extension Card {
  /// The arguments, `name=value` each.
  public var words: [String] {
    ["kind=\(kind.rawValue)", "size=\(size.rawValue)"] + subject.words + style.words
  }

  /// Reads the arguments.
  public init(words: [String]) throws(ArgumentError) {
    var reader = try ArgumentReader(words)
    let kind = try reader.take("kind", Kind.init)
    let size = try reader.take("size", Size.init)
    let subject =
      kind == .repository
      ? try Subject(readingRepositories: &reader)
      : .day(try CardEntry(reading: &reader, withYear: kind == .year))
    let style = try CardStyle(reading: &reader)
    try reader.finish()
    guard let card = Card(kind, size: size, subject: subject, style: style) else {
      throw ArgumentError("size=\(size.rawValue)")
    }
    self = card
  }
}

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

  /// The arguments: `FORMAT:FILE`, and those of the card.
  public var words: [String] { ["\(format.rawValue):\(file)"] + card.words }

  /// Reads the arguments.
  public init(words: [String]) throws(ArgumentError) {
    guard let target = words.first, let colon = target.firstIndex(of: ":"),
      let format = Card.Format(rawValue: String(target[..<colon]))
    else { throw ArgumentError(words.first ?? "") }
    self.init(
      try Card(words: Array(words.dropFirst())), as: format,
      to: String(target[target.index(after: colon)...]))
  }
}

extension Card.Subject {
  fileprivate var words: [String] {
    switch self {
    case .day(let entry): entry.words
    case .repository(let entry): Self.words(of: [entry])
    case .pair(let first, let second): Self.words(of: [first, second])
    case .noRepository: Self.words(of: [])
    }
  }
}

extension CardEntry {
  fileprivate var words: [String] {
    let others = year?.weeks.cells.filter { $0.day.month != day.month } ?? []
    let cells = (others + page.cells).sorted { $0.day < $1.day }
    func days(_ which: (CalendarPage.Cell) -> Bool) -> String {
      cells.filter(which).map(\.day.description).joined(separator: ",")
    }
    return [
      "day=\(day)", "studied=" + days(\.isStudied), "rest=" + days(\.isRest),
      "streak=\(currentStreak)", "longest=\(longestStreak)", "steady=\(steady.studied)",
      "steady-of=\(steady.counted)", "first-weekday=\(firstWeekday)",
      "sample=\(isSample)",
    ] + (year.map { ["begin=" + ($0.begin?.description ?? "")] } ?? [])
  }

  fileprivate init(
    reading reader: inout ArgumentReader, withYear: Bool
  ) throws(ArgumentError) {
    func days(_ list: String) -> [Day]? {
      let words = list.split(separator: ",")
      let days = words.compactMap { Day(String($0)) }
      return days.count == words.count ? days.sorted(by: >) : nil
    }
    let record = Record(
      days: try reader.take("studied", days),
      rest: RestDays(single: Set(try reader.take("rest", days))),
      begin: withYear ? try reader.take("begin", days).first : nil)
    self.init(
      day: try reader.take("day", Day.init), record: record,
      currentStreak: try reader.take("streak", ArgumentReader.count),
      longestStreak: try reader.take("longest", ArgumentReader.count),
      steady: Steady(
        studied: try reader.take("steady", ArgumentReader.count),
        of: try reader.take("steady-of", ArgumentReader.count)),
      firstWeekday: try reader.take("first-weekday", Weekday.init),
      isSample: try reader.take("sample", Bool.init))
    guard withYear else { return }
    year = CardYear(of: record, on: day, firstWeekday: firstWeekday)
  }
}

extension CardStyle {
  fileprivate var words: [String] {
    [
      "scale=\(scale)", "rendering=\(rendering.rawValue)", "accent=\(accent.hex)",
      "background=\(hasBackground)", "surface=\(surface.rawValue)",
      "contrast-floor=\(hasContrastFloor)",
    ]
  }

  fileprivate init(reading reader: inout ArgumentReader) throws(ArgumentError) {
    self.init()
    scale = try reader.take("scale", CardStyle.scale)
    rendering = try reader.take("rendering", Rendering.init)
    accent = try reader.take("accent", Color.init)
    hasBackground = try reader.take("background", Bool.init)
    surface = try reader.take("surface", Surface.init)
    hasContrastFloor = try reader.take("contrast-floor", Bool.init)
  }

  /// Reads a scale; `nil` for anything but a number within `scales`.
  public static func scale(_ text: String) -> Double? {
    Double(text).flatMap { scales.contains($0) ? $0 : nil }
  }
}

extension Color {
  /// Reads `#rrggbb`; `nil` for anything else.
  public init?(_ hex: String) {
    let digits = hex.dropFirst()
    guard hex.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    self.init(UInt8(number >> 16), UInt8(number >> 8 & 0xff), UInt8(number & 0xff))
  }
}
