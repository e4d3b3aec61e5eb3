public import HaruCore

/// Explanations of the settings, and errors of `haru config edit`.
public enum SettingText {
  /// A setting with what it means, what it may be, and its default, in one line.
  public static func listed<Values>(
    _ key: SettingKey<Values>, in settings: Values = Values()
  ) -> ListedSetting {
    ListedSetting(key, in: settings, explanation: explanation(key))
  }

  private static func explanation<Values>(_ key: SettingKey<Values>) -> String {
    let value = key.value(in: Values())
    return text(
      "{meaning} Values: {expected}. Default: {value}.",
      [
        "meaning": key.meaning.translated(), "expected": ErrorText.expectation(key.expected),
        "value": value.isEmpty ? text("empty") : value,
      ])
  }

  /// What a setting is now, and from when on that counts.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - settings: The settings that hold now.
  /// - Returns: Two sentences.
  public static func holds<Values>(_ key: SettingKey<Values>, in settings: Values) -> String {
    let value = key.value(in: settings)
    return key.effect.translated([
      "setting": key.fullName, "value": value.isEmpty ? text("empty") : value,
    ])
  }

  /// What stands in the settings file above a line of version 0.4 that is a comment now.
  public static var former: String {
    text(
      "No setting any more: haru rest --list shows what holds, haru rest --weekdays and haru rest --reserve change it."
    )
  }

  /// A sentence for each reminder that never comes, and for a notification of a new day that never comes.
  public static func lostReminders(
    _ settings: Settings, restWeekdays: Set<Weekday>
  ) -> [String] {
    let resting = settings.reminders(onlyOn: restWeekdays).map { time in
      text(
        "The reminder at {time} never comes: its weekdays are rest days. Change Notifications.remind-at or haru rest --weekdays.",
        ["time": DateText.time(time)])
    }
    guard let quiet = settings.quiet else { return resting }
    let dayStart = settings.lostDayStart.map { time in
      text(
        "A new day never shows its notification at {time}: the quiet hours {quiet} last until the day ends. Change Notifications.at-day-start or Notifications.quiet.",
        ["time": DateText.time(time), "quiet": quiet.description])
    }
    return resting + [dayStart].compactMap(\.self)
      + settings.lostReminders.map { time in
        text(
          "The reminder at {time} never comes: the quiet hours {quiet} last until the day ends. Change Notifications.remind-at or Notifications.quiet.",
          ["time": DateText.time(time), "quiet": quiet.description])
      }
  }

  /// An edited file with a wrong line; it is kept beside the settings file.
  public static func notTaken(_ reason: String) -> String {
    text("nothing was changed: {reason}; to mend it: haru config edit", ["reason": reason])
  }
}
