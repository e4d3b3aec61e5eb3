import HaruText

/// The help that several options or commands share; any other stands at its option or command.
enum HelpText {
  /// A day.
  static var day: String {
    text("today, yesterday, a weekday, 21, YYYY-MM-DD, or -N for N days ago; default: today")
  }
  /// Several days.
  static var days: String {
    text(
      """
      today, yesterday, friday, last friday, next week, 3 days ago, 21, YYYY-MM-DD, YYYY-MM for a month, \
      -N for N days ago, until B, or a range A..B; default: today
      """)
  }
  /// The option `--force`.
  static var force: String { text("Mark also a day more than a year before your first one.") }
  /// A setting.
  static var settingName: String { text("a setting, such as Day.starts-at") }
  /// The commands `haru sync` and `haru exchange`.
  static var sync: String {
    text("Exchange days with your other machines, through a folder.")
  }
}
