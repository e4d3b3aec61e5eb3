public import HaruCore

/// The words on cards, and the errors of drawing them.
public enum CardText {
  /// The words below the number of the streak.
  public static func dayStreak(_ count: Int) -> String {
    // Translators: below the number {count} on a picture; as short as possible.
    text("day streak", "day streak", count: count)
  }
  /// The longest streak, below the current one.
  public static func longest(_ count: Int) -> String {
    text("longest {longest}", ["longest": NumberText.grouped(count)])
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
  /// A studied day in a calendar file: the title of its event.
  public static var studiedEvent: String { text("Studied", as: "an event in a calendar") }
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

  /// No font is installed.
  public static var noFont: String {
    text("no font is installed; install one, such as fonts-dejavu-core")
  }
  /// No installed font has the characters of a text.
  public static func noGlyphs(_ words: String) -> String {
    text(
      "no installed font can draw this text: {text}; install one that can, such as fonts-noto-core",
      ["text": words])
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
  /// `--pair` with another size than `large`.
  public static func pairIsLarge(_ word: String) -> String {
    text("--pair needs the size large: {word}", ["word": word])
  }
  /// Names with a card that shows a day.
  public static func showsDay(_ kind: Card.Kind) -> String {
    text("{kind} shows a day; leave out NAME and --pair", ["kind": kind.rawValue])
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
  /// A file name without a known extension.
  public static func noSuchFormat(_ file: String) -> String {
    text("file name without .png or .svg: {file}", ["file": file])
  }
  /// No file is named.
  public static var noOutput: String {
    text("no file given; write: -o FILE.png, or -o - for standard output")
  }
  /// Standard output, which was named, is a terminal.
  public static var noPictureAtTerminal: String {
    text("a terminal cannot show a picture; write: -o FILE.png, or use a pipe")
  }
  /// `--follow` with standard output.
  public static var followsFile: String {
    text("--follow draws a file anew; write: -o FILE.png")
  }
  /// No kind is named.
  public static var noKind: String {
    text("no card given; to list all: haru card --list")
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
