import HaruCore

/// The colours of a card, by its theme, style and surface.
struct Palette {
  /// The colours of the gradient from the top to `middle`; below that the background has one colour,
  /// so that the day's number stands on the theme's own.
  let background: (top: Color, foot: Color)
  /// The end of the gradient, as a share of the card's height.
  static let middle = 0.42
  /// Whether the background is drawn; otherwise the colours suit the surface behind the card.
  let isBackgroundDrawn: Bool
  /// For weekday and titles.
  let title: Ink
  /// For the day's number.
  let day: Ink
  /// For the streak's number.
  let streak: Ink
  /// For the days since a push, if they are few, and if they are many.
  let fresh: Ink, quiet: Ink
  /// For main and secondary texts.
  let text: Ink, secondaryText: Ink
  /// For the mark of a studied day.
  let mark: Color
  /// For the marks of the months of a year, where they differ.
  private let months: [MonthName: Color]
  /// For a text or tick on that mark.
  let onMark: Color
  /// For emoji; `nil` for their own colours.
  let emoji: Ink?
  /// For placeholders of pictures, and for lines.
  let placeholder: Ink
  /// Whether pictures are drawn in grey.
  let isGray: Bool

  init(of card: Card) {
    let style = card.style
    let cardDay: CardDay? = if case .day(let cardDay) = card.subject { cardDay } else { nil }
    let isTheme = card.kind == .monthly && style.rendering == .fullColor && style.hasBackground
    let theme = isTheme ? cardDay?.theme : nil
    let background =
      theme.map { (top: $0.top, foot: $0.background) } ?? Palette.surface(style.surface)
    self.background = background
    isBackgroundDrawn = style.hasBackground

    /// An ink that is readable on a part of the card, from 0, its top, to 1, its foot.
    func moved(_ ink: Ink, _ floor: Double, on part: ClosedRange<Double>) -> Ink {
      guard style.hasContrastFloor else { return ink }
      let behind = [part.lowerBound, part.upperBound].map {
        background.top.mixed(with: background.foot, min(1, $0 / Palette.middle))
      }
      return ink.readable(on: behind, contrast: floor)
    }
    func words(_ ink: Ink, on part: ClosedRange<Double> = 0...1) -> Ink {
      moved(ink, Color.readableContrast, on: part)
    }
    func large(_ ink: Ink) -> Ink {
      moved(ink, Color.largeContrast, on: 0...1)
    }
    let plain = background.foot.text
    // Servers show the icon, whatever its resolution, at 24 to 64 pixels, where no number is large.
    let isSmall = card.size == .icon || card.pixelHeight <= 64
    func number(_ ink: Ink) -> Ink {
      moved(ink, isSmall ? Color.readableContrast : Color.largeContrast, on: Palette.middle...1)
    }

    switch style.rendering {
    case .fullColor:
      let hasStreak = (cardDay?.currentStreak ?? 0) > 0
      title = words(theme?.weekday ?? Ink(plain, 1), on: 0...Palette.middle)
      day = number(theme?.day ?? Ink(plain, 1))
      // None is no alarm.
      streak = large(hasStreak ? Ink(.orange, 1) : Ink(plain, 1))
      (fresh, quiet) = (large(Ink(.green, 1)), large(Ink(.pink, 1)))
      mark =
        isTheme
        ? day.over(background.foot) : large(Ink(cardDay?.theme.background ?? .green, 1)).color
      emoji = nil
    case .accented:
      title = words(Ink(plain, 1))
      day = number(Ink(style.accent, 1))
      streak = large(Ink(style.accent, 1))
      (fresh, quiet) = (streak, streak)
      mark = large(Ink(style.accent, 1)).color
      emoji = title
    case .monochrome:
      title = words(Ink(plain, 1))
      day = title
      streak = title
      (fresh, quiet) = (title, title)
      mark = title.color
      emoji = title
    }
    let isColourful = card.kind == .year && style.rendering == .fullColor
    months = Dictionary(
      uniqueKeysWithValues: (isColourful ? MonthName.allCases : []).map {
        ($0, large(Ink(Theme(of: $0).background, 1)).color)
      })
    text = words(Ink(plain, 1))
    secondaryText = words(Ink(plain, 0.6))
    onMark = mark.text
    placeholder = Ink(plain, 0.12)
    isGray = style.rendering != .fullColor
  }

  /// The mark of a studied day of a month.
  func mark(of month: MonthName) -> Color { months[month] ?? mark }

  /// The surface of a card without a theme's background.
  private static func surface(_ surface: CardStyle.Surface) -> (top: Color, foot: Color) {
    switch surface {
    case .light: (.white, Color(243, 243, 246))
    case .dark: (Color(44, 44, 46), Color(28, 28, 30))
    }
  }
}
