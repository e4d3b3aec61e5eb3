/// A card as words, `name=value` each, in which one program asks another to draw it.
extension Card {
  /// The words.
  public var words: [String] {
    let cells = entry.page.cells
    func days(_ which: (CalendarPage.Cell) -> Bool) -> String {
      cells.filter(which).map(\.day.description).joined(separator: ",")
    }
    return [
      "kind=\(kind.rawValue)", "size=\(size.rawValue)", "day=\(entry.day)",
      "studied=" + days(\.isStudied), "rest=" + days(\.isRest),
      "streak=\(entry.currentStreak)", "longest=\(entry.longestStreak)",
      "first-weekday=\(entry.firstWeekday)", "sample=\(entry.isSample)",
      "scale=\(style.scale)", "rendering=\(style.rendering.rawValue)",
      "accent=\(style.accent.hex)", "background=\(style.hasBackground)",
      "surface=\(style.surface.rawValue)", "contrast-floor=\(style.hasContrastFloor)",
    ]
  }

  /// Reads the words; a name that is missing, unknown or has a value it cannot have is an error.
  public init(words: [String]) throws(CardWordsError) {
    var values: [String: String] = [:]
    for word in words {
      guard let sign = word.firstIndex(of: "="),
        values.updateValue(String(word[word.index(after: sign)...]), forKey: String(word[..<sign]))
          == nil
      else { throw CardWordsError(word: word) }
    }
    func take<T>(_ name: String, _ read: (String) -> T?) throws(CardWordsError) -> T {
      let value = values.removeValue(forKey: name)
      guard let value, let read = read(value) else {
        throw CardWordsError(word: name + "=" + (value ?? ""))
      }
      return read
    }
    func days(_ list: String) -> [Day]? {
      let words = list.split(separator: ",")
      let days = words.compactMap { Day(String($0)) }
      return days.count == words.count ? days.sorted(by: >) : nil
    }
    let kind = try take("kind", Kind.init)
    let size = try take("size", Size.init)
    let record = Record(
      days: try take("studied", days), rest: RestDays(single: Set(try take("rest", days))))
    let entry = CardEntry(
      day: try take("day", Day.init), record: record, currentStreak: try take("streak", count),
      longestStreak: try take("longest", count),
      firstWeekday: try take("first-weekday", Weekday.init),
      isSample: try take("sample", Bool.init))
    var style = CardStyle()
    style.scale = try take("scale", CardStyle.scale)
    style.rendering = try take("rendering", CardStyle.Rendering.init)
    style.accent = try take("accent", Color.init)
    style.hasBackground = try take("background", Bool.init)
    style.surface = try take("surface", CardStyle.Surface.init)
    style.hasContrastFloor = try take("contrast-floor", Bool.init)
    if let unknown = values.first { throw CardWordsError(word: unknown.key + "=" + unknown.value) }
    guard let card = Card(kind, size: size, entry: entry, style: style) else {
      throw CardWordsError(word: "size=\(size.rawValue)")
    }
    self = card
  }
}

/// A card to draw, and the file to write it to, as one program asks another.
public struct CardRequest: Hashable, Sendable {
  /// What to draw.
  public let card: Card
  /// What kind of file.
  public let format: Card.Format
  /// The file; `-` for standard output.
  public let file: String

  /// Makes a request.
  public init(_ card: Card, as format: Card.Format, to file: String) {
    (self.card, self.format, self.file) = (card, format, file)
  }

  /// The words: `FORMAT:FILE`, and those of the card.
  public var words: [String] { ["\(format.rawValue):\(file)"] + card.words }

  /// Reads the words.
  public init(words: [String]) throws(CardWordsError) {
    guard let target = words.first, let colon = target.firstIndex(of: ":"),
      let format = Card.Format(rawValue: String(target[..<colon]))
    else { throw CardWordsError(word: words.first ?? "") }
    self.init(
      try Card(words: Array(words.dropFirst())), as: format,
      to: String(target[target.index(after: colon)...]))
  }
}

/// A word that describes no card.
public struct CardWordsError: Error, Hashable, Sendable {
  /// The word.
  public let word: String

  /// Names a word.
  public init(word: String) {
    self.word = word
  }
}

extension CardStyle {
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

private func count(_ text: String) -> Int? {
  Int(text).flatMap { $0 >= 0 ? $0 : nil }
}
