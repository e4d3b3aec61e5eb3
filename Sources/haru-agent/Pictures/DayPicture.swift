internal import HaruCore
internal import HaruText

/// The picture of a day in one of its two states: what is drawn, and under which name it is kept.
struct DayPicture {
  /// The day.
  let day: Day
  /// What is drawn.
  let card: Card
  /// The name of the file: the kind, the day, the state, and a hash of all that the look depends on.
  ///
  /// A picture with another look has another name, so that no old one is shown.
  let fileName: String

  init(of day: Day, isStudied: Bool, _ settings: Settings) {
    var style = settings.cardStyle
    style.scale = Double(settings.pictureSize) / Double(Card.Size.icon.width)
    let cardDay = CardDay(of: day, isStudied: isStudied)
    (self.day, card) = (day, .icon(of: cardDay, style: style))
    let look = [card.line] + Language.names + [Identity.version]
    let state = isStudied ? "studied" : "open"
    fileName = "\(DayPicture.kind)-\(day)-\(state)-\(hash(look)).\(Card.Format.png.rawValue)"
  }

  /// The day of a file that is a picture of Haru's, or an unfinished one, as a drawer leaves it when
  /// it is killed; `nil` for any other file.
  static func day(ofFile name: String) -> Day? {
    // An unfinished one is `.NAME.PID.tmp`.
    let parts = name.drop { $0 == "." }.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == kind, ["open", "studied"].contains(parts[4]) else {
      return nil
    }
    let ends = parts[5].split(separator: ".", omittingEmptySubsequences: false)
    guard [2, 4].contains(ends.count), ends[1] == Card.Format.png.rawValue,
      ends[0].utf8.count == 16, ends[0].allSatisfy(\.isHexDigit)
    else { return nil }
    return Day(parts[1...3].joined(separator: "-"))
  }

  private static let kind = Card.Kind.monthly.rawValue
}

/// A hash of some words that is the same in every process, as sixteen digits.
private func hash(_ words: [String]) -> String {
  // No word contains a line end, so that different lists give different bytes.
  return padded(StableHash.of(words.joined(separator: "\n").utf8), to: 16, radix: 16)
}
