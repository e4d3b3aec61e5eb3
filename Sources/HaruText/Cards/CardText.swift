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

  /// The label of a picture of example days.
  public static var sample: String {
    // Translators: on a picture of example days; as short as possible.
    text("sample")
  }

  /// The drawing library failed.
  public static func notDrawn(_ reason: String) -> String {
    text("could not draw: {reason}", ["reason": reason])
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
