public import HaruCore

/// Explanations of the settings, and errors of `haru config edit`.
public enum SettingText {
  /// What a setting means, what it may be, and its default, in one line.
  public static func explanation(_ key: SettingKey) -> String {
    let value = key.value(in: Settings())
    return text(
      "{meaning} Values: {expected}. Default: {value}.",
      [
        "meaning": meaning(key), "expected": ErrorText.expectation(key.expected),
        "value": value.isEmpty ? text("empty") : value,
      ])
  }

  /// What a setting means; empty for one that is unknown.
  public static func meaning(_ key: SettingKey) -> String {
    switch (key.group, key.name) {
    case ("Day", "starts-at"): text("When a day begins.")
    case ("Day", "first-weekday"): text("The first day of the week.")
    case ("Day", "since"): text("The day with which your history begins; empty: your first mark.")
    case ("Notifications", "remind-at"): text("When to remind you of a day that is not studied.")
    case ("Notifications", "later"): text("How many minutes after Later the reminder comes.")
    case ("Notifications", "at-login"): text("When login shows the notification.")
    case ("Notifications", "at-day-start"): text("When a new day shows its notification.")
    case ("Notifications", "stay"):
      text("Whether the notification of an open day stays on the screen.")
    case ("Notifications", "number"): text("Which number of days the notification shows.")
    case ("Notifications", "sound"): text("Whether a reminder may make a sound.")
    case ("Notifications", "quiet"): text("Hours in which no notification appears by itself.")
    case ("Store", "path"): text("The file that holds your days.")
    case ("Store", "backups"): text("How many daily backups are kept.")
    case ("Cards", "rendering"): text("The colours of cards.")
    case ("Cards", "accent"): text("The accent colour of cards.")
    case ("Cards", "contrast-floor"):
      text("Whether texts on cards get a colour that can be read.")
    case ("Cards", "picture-size"): text("The size of the picture in the notification, in pixels.")
    case ("Cards", "hidden"): text("Where no card is shown.")
    case ("Repositories", "reload-after"):
      text("Seconds from one reload of a repository to the next.")
    case ("Repositories", "notify"): text("Which changes of repositories a notification shows.")
    case ("Repositories", "quiet-after-days"):
      text("After how many days without a push a repository counts as quiet.")
    case ("Repositories", "api"): text("The address of the GitHub that is asked.")
    default: ""
    }
  }

  /// What a setting is now, and from when on that counts.
  ///
  /// - Parameters:
  ///   - key: The setting.
  ///   - settings: The settings that hold now.
  /// - Returns: Two sentences.
  public static func holds(_ key: SettingKey, in settings: Settings) -> String {
    let value = key.value(in: settings)
    let values: KeyValuePairs = [
      "setting": key.group + "." + key.name, "value": value.isEmpty ? text("empty") : value,
    ]
    switch key.name {
    case "at-login":
      return text("{setting} is now {value}. It takes effect at the next login.", values)
    case "at-day-start":
      return text("{setting} is now {value}. It takes effect when the next day begins.", values)
    case "reload-after":
      return text(
        "{setting} is now {value}. It takes effect when a repository is loaded next.", values)
    default: return text("{setting} is now {value}. It takes effect at once.", values)
    }
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

  /// The editor failed.
  public static func notEdited(_ draft: String) -> String {
    text(
      "the editor failed, nothing was changed: {path}; set EDITOR, such as EDITOR=nano",
      ["path": draft])
  }

  /// An edited file with a wrong line; it is kept beside the settings file.
  public static func notTaken(_ reason: String) -> String {
    text("nothing was changed: {reason}; to mend it: haru config edit", ["reason": reason])
  }
}
