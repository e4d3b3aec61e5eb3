public import HaruCore

/// Today in a few characters, for a bar.
public enum BarText {
  /// The month's emoji, the streak, and a sign for today, in twelve columns at most: `🦃 12`, studied
  /// `🦃 13 ✓`, rest day `🦃 12 ~`; and a warning while a click could not be saved: `🦃 12 ⚠`.
  public static func short(_ entry: Entry, _ agenda: Agenda? = nil) -> String {
    let streak = entry.history.streak
    var sign = streak.isTodayStudied ? " ✓" : streak.isTodayRest ? " ~" : ""
    if agenda?.notSavedSince != nil { sign = " " + unreadable }
    return "\(entry.theme.pictureEmoji) \(streak.current)" + sign
  }

  /// A value that the user's own line can have in braces.
  public enum Value: String, CaseIterable, Sendable {
    /// The length of the streak.
    case streak
    /// The length of the longest streak.
    case longest
    /// The studied days of the last thirty that count.
    case steady
    /// `✓` studied, `~` rest day, `–` not studied, `⚠` while a click could not be saved.
    case studied
    /// Today's state in words.
    case state
    /// The emoji of the month.
    case emoji
    /// The marked days of the month.
    case month
    /// All marked days.
    case total
    /// The day, as `YYYY-MM-DD`.
    case date

    /// The names of all values, as a list.
    public static var all: String { ListText.words(allCases.map(\.rawValue)) }
  }

  /// A value of a day.
  public static func word(_ value: Value, _ history: History, _ agenda: Agenda?) -> String {
    let streak = history.streak
    if value == .studied, agenda?.notSavedSince != nil { return unreadable }
    return switch value {
    case .streak: String(streak.current)
    case .longest: String(streak.longest?.length ?? 0)
    case .steady: String(history.steady.studied)
    case .studied: streak.isTodayStudied ? "✓" : streak.isTodayRest ? "~" : "–"
    case .state: StatusText.today(history)
    case .emoji: Theme(of: streak.today.month.name).pictureEmoji
    case .month: String(history.month.studied)
    case .total: String(history.total)
    case .date: streak.today.description
    }
  }

  /// Shown in a bar while the store cannot be read or written.
  public static let unreadable = "⚠"
}
