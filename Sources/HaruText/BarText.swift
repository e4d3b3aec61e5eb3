public import HaruCore

/// Today in a few letters, for a bar.
public enum BarText {
  /// The month's emoji, the streak, and a sign for what today is: `🦃 12`, studied `🦃 13 ✓`, free
  /// `🦃 12 ~`.
  public static func short(_ entry: Entry) -> String {
    let streak = entry.history.streak
    let sign = streak.isTodayStudied ? " ✓" : streak.isTodayRest ? " ~" : ""
    return "\(entry.theme.pictureEmoji) \(streak.current)" + sign
  }

  /// What stands in a bar while the days cannot be read.
  public static let unreadable = "⚠"
}
