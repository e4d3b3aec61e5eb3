public import HaruCore

/// The words on cards, and the errors of drawing them.
public enum CardText {
  /// The words below the number of the streak.
  public static func dayStreak(_ count: Int) -> String {
    // Translators: below the number {count} on a picture; as short as possible.
    text("day streak", "day streak", count: count)
  }
  /// The days of the last thirty that count, below a streak; `nil` where the streak says as much.
  public static func steady(_ steady: Steady, streak: Int) -> String? {
    guard steady.saysMore(thanStreak: streak) else { return nil }
    return CalendarText.progress(
      StudyProgress(studied: steady.studied, counted: steady.counted, days: steady.counted))
  }

  /// Shown where there is no streak.
  public static var newStreak: String {
    // Translators: a streak; below the number 0 and its words.
    text("start one today")
  }
  /// The label of a picture of example days.
  public static var sample: String {
    // Translators: on a picture of example days; as short as possible.
    text("sample")
  }
  /// The state of a studied day.
  public static var studied: String {
    // Translators: a studied day, on a picture; as short as possible.
    text("Studied", as: "on a card")
  }
  /// The state of a day that is not studied yet.
  public static var open: String {
    // Translators: a day that is not studied yet, on a picture; as short as possible.
    text("Not yet")
  }
  /// The state of a rest day.
  public static var rest: String {
    // Translators: a rest day, on a picture; as short as possible.
    text("Rest day", as: "on a card")
  }

  /// The drawing library failed.
  public static func notDrawn(_ reason: String) -> String {
    text("could not draw: {reason}", ["reason": reason])
  }
  /// A kind of card that does not exist.
  public static func noSuchKind(_ word: String) -> String {
    text(
      "no such card: {word}; available: {kinds}",
      ["word": word, "kinds": ListText.words(Card.Kind.allCases.map(\.rawValue))])
  }
  /// A size that a kind of card does not have.
  public static func noSuchSize(_ word: String, _ kind: Card.Kind) -> String {
    text(
      "no such size of {kind}: {word}; available: {sizes}",
      [
        "kind": kind.rawValue, "word": word,
        "sizes": ListText.words(kind.sizes.map(\.rawValue)),
      ])
  }
  /// An invalid scale.
  public static func badScale(_ word: String) -> String {
    text("not a scale from 0.25 to 8: {word}", ["word": word])
  }
  /// An invalid colour.
  public static func badColor(_ word: String) -> String {
    text("not a colour: {word}; write for example #ff9500", ["word": word])
  }
  /// A rendering mode that does not exist.
  public static func noSuchRendering(_ word: String) -> String {
    text(
      "no such rendering: {word}; available: {modes}",
      [
        "word": word,
        "modes": ListText.words(CardStyle.Rendering.allCases.map(\.rawValue)),
      ])
  }
  /// No file is named.
  public static var noOutput: String {
    text("no file given; write: -o FILE.png, or -o - for standard output")
  }
  /// What a kind of card shows.
  public static func description(_ kind: Card.Kind) -> String {
    switch kind {
    case .monthly: text("the day, in the theme of its month")
    case .streak: text("the length of the streak")
    case .study: text("the streak, and the days of the month")
    case .year: text("the last 53 weeks, in the themes of their months")
    case .repository: text("a watched repository; with --pair two")
    }
  }
}
