/// An sRGB colour.
public struct Color: Hashable, Sendable {
  /// Red, green and blue, 0 to 255.
  public let red: UInt8, green: UInt8, blue: UInt8

  /// Makes a colour from its parts.
  public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Reads `#rrggbb`; `nil` for anything else.
  public init?(_ hex: String) {
    let digits = hex.dropFirst()
    guard hex.hasPrefix("#"), digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    self.init(UInt8(number >> 16), UInt8(number >> 8 & 0xff), UInt8(number & 0xff))
  }

  /// The colour as `#rrggbb`.
  public var hex: String {
    "#" + [red, green, blue].map { padded($0, to: 2, radix: 16) }.joined()
  }
}

/// A colour with an opacity.
public struct Ink: Hashable, Sendable {
  /// The colour.
  public let color: Color
  /// The opacity, 0 to 1.
  public let opacity: Double

  /// Makes an ink.
  public init(_ color: Color, _ opacity: Double) {
    self.color = color
    self.opacity = opacity
  }
}

/// The look of a month: docs/cards.md#the-twelve-themes.
public struct Theme: Hashable, Sendable {
  /// The month's emoji, exactly as published.
  public let emoji: String
  /// The colour of the background.
  public let background: Color
  /// The colour of the weekday's name.
  public let weekday: Ink
  /// The colour of the day's number.
  public let day: Ink

  /// The theme of a month.
  public init(of month: MonthName) {
    switch month {
    case .january: self.init("⛄️", .gray, Ink(.black, 0.6), Ink(.white, 0.8))
    case .february: self.init("❤️", .palePink, Ink(.black, 0.5), Ink(.pink, 0.8))
    case .march: self.init("☘️", .paleGreen, Ink(.black, 0.7), Ink(.darkGreen, 0.8))
    case .april: self.init("☔️", .paleBlue, Ink(.black, 0.5), Ink(.purple, 0.8))
    case .may: self.init("🌺", .paleYellow, Ink(.black, 0.5), Ink(.pink, 0.7))
    case .june: self.init("🌤", .skyBlue, Ink(.black, 0.5), Ink(.paleYellow, 0.8))
    case .july: self.init("🏖", .blue, Ink(.black, 0.5), Ink(.paleBlue, 0.8))
    case .august: self.init("☀️", .paleOrange, Ink(.black, 0.5), Ink(.darkOrange, 0.8))
    case .september: self.init("🍁", .paleRed, Ink(.black, 0.5), Ink(.paleYellow, 0.9))
    case .october: self.init("👻", .black, Ink(.white, 0.6), Ink(.orange, 0.8))
    case .november: self.init("🦃", .paleBrown, Ink(.black, 0.6), Ink(.black, 0.6))
    case .december: self.init("🎄", .paleRed, Ink(.white, 0.9), Ink(.darkGreen, 0.7))
    }
  }

  /// The colour at the top of a card, from which a gradient leads to `background`.
  ///
  /// A little lighter, as far as black or white stays readable on both.
  public var top: Color {
    let lighter = (0...8).reversed().map { background.mixed(with: .white, Double($0) / 50) }
    return lighter.first { top in
      [Color.black, .white].contains { $0.reads(on: top) && $0.reads(on: background) }
    } ?? background
  }

  private init(_ emoji: String, _ background: Color, _ weekday: Ink, _ day: Ink) {
    (self.emoji, self.background, self.weekday, self.day) = (emoji, background, weekday, day)
  }

  /// The emoji, with the variation selector for colour where it needs one.
  public var pictureEmoji: String {
    guard let first = emoji.unicodeScalars.first, emoji.unicodeScalars.count == 1,
      !first.properties.isEmojiPresentation
    else { return emoji }
    return emoji + "\u{FE0F}"
  }
}

/// The colours of the themes. System colours have fixed values, because their vendor changes them:
/// docs/cards.md#the-twelve-themes.
extension Color {
  /// Black.
  public static let black = Color(0, 0, 0)
  /// White.
  public static let white = Color(255, 255, 255)
  static let gray = Color(142, 142, 147)
  static let blue = Color(0, 122, 255)
  /// Green, for what is fresh.
  public static let green = Color(52, 199, 89)
  /// Pink, for what is quiet, and a streak of no days.
  public static let pink = Color(255, 45, 85)
  static let purple = Color(175, 82, 222)
  /// Orange, for a streak.
  public static let orange = Color(255, 149, 0)
  static let paleYellow = Color(252, 225, 121)
  static let palePink = Color(254, 138, 138)
  static let darkGreen = Color(0, 67, 13)
  static let paleGreen = Color(163, 230, 127)
  static let paleBlue = Color(139, 229, 233)
  static let skyBlue = Color(103, 155, 197)
  static let paleOrange = Color(197, 161, 103)
  static let darkOrange = Color(172, 110, 16)
  static let paleRed = Color(174, 80, 80)
  static let paleBrown = Color(124, 102, 85)
}
