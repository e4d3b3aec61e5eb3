public import HaruCore

/// What a card says, and what is said of cards.
public enum CardText {
  /// The weekday in full, such as `Friday`.
  public static func weekday(_ day: Day) -> String { DateText.weekday(day) }
  /// The weekday in short, such as `Fri`.
  public static func shortWeekday(_ day: Day) -> String { shortWeekday(day.weekday) }
  /// A weekday in short.
  public static func shortWeekday(_ weekday: Weekday) -> String { CalendarText.short(weekday) }
  /// The month with its year, such as `November 2026`.
  public static func month(_ month: Month) -> String { CalendarText.title(month) }
  /// What stands beneath the streak's number.
  public static func dayStreak(_ count: Int) -> String {
    // Translators: stands beneath the number on a picture, which is {count}; as short as can be.
    text("day streak", "day streak", count: count)
  }
  /// The best streak, beneath the present one.
  public static func best(_ count: Int) -> String { text("best {best}", ["best": String(count)]) }
  /// What is said where there is no streak.
  public static var newStreak: String { text("a new one starts today") }
  /// What a picture of example days says of itself.
  public static var sample: String {
    // Translators: stands on a picture of example days; as short as can be.
    text("sample")
  }
  /// The day is studied, in a word.
  public static var studied: String { text("Studied") }
  /// The day is not studied yet, in a word.
  public static var open: String {
    // Translators: of a day that is not studied yet, on a picture; as short as can be.
    text("Open")
  }
  /// The day is free, in a word.
  public static var rest: String {
    // Translators: of a rest day, on a picture; as short as can be.
    text("Free")
  }

  /// No font is installed at all.
  public static var noFont: String {
    text("no font is installed to draw with; install one, such as fonts-dejavu-core")
  }
  /// No font has the characters of a text.
  public static func noGlyphs(_ words: String) -> String {
    text(
      "no installed font can draw “{text}”; install one that can, such as fonts-noto-core",
      ["text": words])
  }
  /// The drawing library gave up, for its own reason.
  public static func notDrawn(_ reason: String) -> String {
    text("not drawn: {reason}", ["reason": reason])
  }
  /// `haru-draw` cannot be started.
  public static func noDrawer(_ path: String, _ reason: String) -> String {
    text("cannot draw: {path}: {reason}", ["path": path, "reason": reason])
  }
  /// There is no such kind of card.
  public static func noSuchKind(_ word: String) -> String {
    text(
      "no such card: {word}; there are {kinds}",
      ["word": word, "kinds": Card.Kind.allCases.map(\.rawValue).joined(separator: ", ")])
  }
  /// A kind that is not drawn in a size.
  public static func noSuchSize(_ word: String, _ kind: Card.Kind) -> String {
    text(
      "{kind} is not drawn in the size {word}; its sizes are {sizes}",
      [
        "kind": kind.rawValue, "word": word,
        "sizes": kind.sizes.map(\.rawValue).joined(separator: ", "),
      ])
  }
  /// Two repositories in a size that is for one.
  public static func pairIsLarge(_ word: String) -> String {
    text("--pair is drawn in the size large only: {word}", ["word": word])
  }
  /// A repository was named where a day is drawn.
  public static func onlyRepositories(_ kind: Card.Kind) -> String {
    text("{kind} shows a day; only repository takes NAME and --pair", ["kind": kind.rawValue])
  }
  /// A day was named where a repository is drawn.
  public static var repositoryIsOfToday: String {
    text("a repository is drawn as it is known today; leave --at out")
  }
  /// Several repositories were named where one is drawn.
  public static var oneRepository: String { text("name one repository, or two with --pair") }
  /// Two repositories are to be drawn, and not two are named.
  public static var pairIsTwo: String { text("--pair draws two repositories: name both") }
  /// A repository was named where an example is drawn.
  public static var sampleHasNoName: String { text("--sample draws an example; leave NAME out") }
  /// A scale that is none.
  public static func badScale(_ word: String) -> String {
    text("the scale is a number from 0.25 to 8: {word}", ["word": word])
  }
  /// A word that is no colour.
  public static func badColor(_ word: String) -> String {
    text("not a colour: {word}; write it as #ff9500", ["word": word])
  }
  /// A word that is no rendering mode.
  public static func noSuchRendering(_ word: String) -> String {
    text(
      "no such rendering: {word}; there are {modes}",
      [
        "word": word,
        "modes": CardStyle.Rendering.allCases.map(\.rawValue).joined(separator: ", "),
      ])
  }
  /// A file whose name does not say what it is.
  public static func noSuchFormat(_ file: String) -> String {
    text("a card is written as .png or .svg: {file}", ["file": file])
  }
  /// No file was named.
  public static var noOutput: String { text("name a file: -o FILE.png; -o - is standard output") }
  /// No kind was named.
  public static var noKind: String { text("name a card; haru card --list says which there are") }
  /// What a kind of card shows, in a line.
  public static func description(_ kind: Card.Kind) -> String {
    switch kind {
    case .monthly: text("the day, in a theme that changes with the month")
    case .streak: text("how many days the streak counts")
    case .study: text("the streak, and the days of the month")
    case .repository: text("a watched repository; with --pair two")
    }
  }
}
