import HaruCore

/// The colours of one card, out of its theme, its style and what lies behind it.
struct Palette {
  /// The colours between which the background runs from top to middle; from there it is one colour,
  /// so that the day's number stands on the theme's own.
  let background: (top: Color, foot: Color)
  /// Where the background's own colour begins, as a share of the card's height.
  static let middle = 0.42
  /// Whether the background is drawn; the colours hold for what lies behind otherwise.
  let isBackgroundDrawn: Bool
  /// Of the weekday, and of titles.
  let title: Ink
  /// Of the day's number.
  let day: Ink
  /// Of the streak's number.
  let streak: Ink
  /// Of the days since a push, if they are few, and if they are many.
  let fresh: Ink, quiet: Ink
  /// Of texts that matter, and of those that matter less.
  let text: Ink, secondaryText: Ink
  /// Of what marks a day as studied.
  let mark: Color
  /// Of a text or tick on that mark.
  let onMark: Color
  /// In which emoji are drawn; `nil` for their own colours.
  let emoji: Ink?
  /// Of what stands where a picture is missing, and of lines between things.
  let placeholder: Ink
  /// Whether pictures are drawn without their colours.
  let isGray: Bool

  init(of card: Card) {
    let style = card.style
    let entry: CardEntry? = if case .day(let entry) = card.subject { entry } else { nil }
    let isTheme = card.kind == .monthly && style.rendering == .fullColor && style.hasBackground
    let theme = isTheme ? entry?.theme : nil
    let background =
      theme.map { (top: $0.top, foot: $0.background) } ?? Palette.surface(style.surface)
    self.background = background
    isBackgroundDrawn = style.hasBackground

    /// An ink that can be read on a part of the card, from 0, its top, to 1, its foot.
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
    func large(_ ink: Ink, on part: ClosedRange<Double> = 0...1) -> Ink {
      moved(ink, Color.largeContrast, on: part)
    }
    let plain = background.foot.text

    switch style.rendering {
    case .fullColor:
      let hasStreak = (entry?.currentStreak ?? 0) > 0
      title = words(theme?.weekday ?? Ink(plain, 1), on: 0...Palette.middle)
      day = large(theme?.day ?? Ink(plain, 1), on: Palette.middle...1)
      streak = large(Ink(hasStreak ? .orange : .pink, 1))
      (fresh, quiet) = (large(Ink(.green, 1)), large(Ink(.pink, 1)))
      mark =
        isTheme
        ? day.over(background.foot) : large(Ink(entry?.theme.background ?? .green, 1)).color
      emoji = nil
    case .accented:
      title = words(Ink(style.accent, 1))
      day = words(Ink(plain, 1))
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
    text = words(Ink(plain, 1))
    secondaryText = words(Ink(plain, 0.6))
    onMark = mark.text
    placeholder = Ink(plain, 0.12)
    isGray = style.rendering != .fullColor
  }

  /// What lies behind a card that has no theme's background.
  private static func surface(_ surface: CardStyle.Surface) -> (top: Color, foot: Color) {
    switch surface {
    case .light: (.white, Color(243, 243, 246))
    case .dark: (Color(44, 44, 46), Color(28, 28, 30))
    }
  }
}
