import HaruCore

/// The colours of one card, out of its theme, its style and what lies behind it.
struct Palette {
  /// The colours between which the background runs from top to foot.
  let background: (top: Color, foot: Color)
  /// Whether the background is drawn; the colours hold for what lies behind otherwise.
  let isBackgroundDrawn: Bool
  /// Of the weekday, and of titles.
  let title: Ink
  /// Of the day's number.
  let day: Ink
  /// Of the streak's number.
  let streak: Ink
  /// Of texts that matter, and of those that matter less.
  let text: Ink, secondaryText: Ink
  /// Of what marks a day as studied.
  let mark: Color
  /// Of a text or tick on that mark.
  let onMark: Color
  /// In which emoji are drawn; `nil` for their own colours.
  let emoji: Ink?

  init(of card: Card) {
    let style = card.style
    let theme = card.entry.theme
    let surface = Palette.surface(style.surface)
    let isTheme = card.kind == .monthly && style.rendering == .fullColor && style.hasBackground
    let background = isTheme ? (top: theme.top, foot: theme.background) : surface
    self.background = background
    isBackgroundDrawn = style.hasBackground

    func moved(_ ink: Ink, _ floor: Double) -> Ink {
      guard style.hasContrastFloor else { return ink }
      return ink.readable(on: [background.top, background.foot], contrast: floor)
    }
    func words(_ ink: Ink) -> Ink { moved(ink, Color.readableContrast) }
    func large(_ ink: Ink) -> Ink { moved(ink, Color.largeContrast) }
    let plain = background.foot.text

    switch style.rendering {
    case .fullColor:
      let streak = card.entry.currentStreak > 0 ? Color.orange : Color.pink
      title = words(isTheme ? theme.weekday : Ink(plain, 1))
      day = large(isTheme ? theme.day : Ink(plain, 1))
      self.streak = large(Ink(streak, 1))
      mark = isTheme ? day.over(background.foot) : large(Ink(theme.background, 1)).color
      emoji = nil
    case .accented:
      title = words(Ink(style.accent, 1))
      day = words(Ink(plain, 1))
      streak = large(Ink(style.accent, 1))
      mark = large(Ink(style.accent, 1)).color
      emoji = title
    case .monochrome:
      title = words(Ink(plain, 1))
      day = title
      streak = title
      mark = title.color
      emoji = title
    }
    text = words(Ink(plain, 1))
    secondaryText = words(Ink(plain, 0.6))
    onMark = mark.text
  }

  /// What lies behind a card that has no theme's background.
  private static func surface(_ surface: CardStyle.Surface) -> (top: Color, foot: Color) {
    switch surface {
    case .light: (.white, Color(243, 243, 246))
    case .dark: (Color(44, 44, 46), Color(28, 28, 30))
    }
  }
}
