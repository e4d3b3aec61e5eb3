/// The help of options and arguments.
extension HelpText {
  // MARK: Days

  /// A day.
  public static var day: String {
    text(
      "today, yesterday, a weekday, YYYY-MM-DD, or -N for N days ago; default: today")
  }
  /// Several days.
  public static var days: String {
    text(
      """
      today, yesterday, a weekday such as friday or last friday, YYYY-MM-DD, -N for N days ago, YYYY-MM \
      for a month, or a range A..B; default: today
      """)
  }
  /// The month or year of `haru calendar`.
  public static var period: String {
    text("YYYY-MM, or YYYY for a year; default: this month")
  }
  /// The help of `haru calendar --year`.
  public static var calendarYear: String {
    text("Show the whole year, a column for each week.")
  }
  /// The help of `haru undo --list`.
  public static var undoList: String {
    text("List the newest changes, newest first; undo nothing.")
  }
  /// The argument of `haru undo`.
  public static var undoCount: String { text("how many changes to undo; default: 1") }
  /// The argument of `haru redo`.
  public static var redoCount: String { text("how many changes to redo; default: 1") }
  /// The help of `haru rest --reason`.
  public static var restReason: String { text("The reason, such as holiday.") }
  /// The help of `haru rest --clear`.
  public static var restClear: String { text("Clear rest days.") }
  /// The help of `haru rest --list`.
  public static var restList: String {
    text("List the rest days and their reasons, newest first.")
  }
  /// The arguments of `haru note`.
  public static var noteWords: String {
    text("the day, then the text; '' removes the note; -- before text that begins with a dash")
  }
  /// The help of `haru note --list`.
  public static var noteList: String {
    text("List the notes, newest first; of the given days only, if there are any.")
  }
  /// The help of `haru note --search`.
  public static var noteSearch: String { text("List the notes that contain this text.") }
  /// The help of `haru explain --all`.
  public static var explainAll: String { text("List all days of the streak.") }

  // MARK: Output

  /// The help of `--json`.
  public static var json: String { text("Print JSON.") }
  /// The help of `--format`.
  public static func format(_ formats: [String]) -> String {
    text("Print for a bar or a prompt: {formats}.", ["formats": ListText.words(formats)])
  }
  /// The help of `haru status --format`.
  public static func statusFormat(_ formats: [String]) -> String {
    text(
      "Print for a bar or a prompt: {formats}; or a line of your own, with these words in braces: {values}.",
      [
        "formats": ListText.words(formats), "values": BarText.Value.all,
      ])
  }
  /// The help of `--follow`.
  public static var follow: String { text("Keep running; print a line on each change.") }

  // MARK: Cards and views

  /// The kind of a card.
  public static var cardKind: String { text("What to draw; --list shows the kinds.") }
  /// The repositories of a card.
  public static var cardNames: String {
    text("For the card repository: a watched repository as OWNER/NAME; default: the first.")
  }
  /// The help of `haru card --pair`.
  public static var cardPair: String { text("Draw two repositories on one card.") }
  /// The help of `haru card --list`.
  public static var cardList: String {
    text("List the kinds of cards, their sizes and their contents.")
  }
  /// The help of `haru card --output`.
  public static var cardOutput: String {
    text("File to write, .png or .svg; - for standard output.")
  }
  /// The help of `haru card --size`.
  public static var cardSize: String { text("Size: icon, small, medium, large or wide.") }
  /// The help of `haru card --at`.
  public static var cardAt: String {
    text("Day, such as 2026-11-20, yesterday or -1; default: today.")
  }
  /// The help of `haru card --scale`.
  public static var cardScale: String { text("Pixels per point, from 0.25 to 8; default: 1.") }
  /// The help of `haru card --rendering`.
  public static var cardRendering: String { text("Colours: full-color, accented or monochrome.") }
  /// The help of `haru card --accent`.
  public static var cardAccent: String { text("Accent colour.") }
  /// The help of `haru card --no-background`.
  public static var cardNoBackground: String { text("Draw no background.") }
  /// The help of `haru card --dark`.
  public static var cardDark: String { text("Draw for a dark desktop.") }
  /// The help of `haru card --sample`.
  public static var cardSample: String { text("Draw an example, labelled as a sample.") }
  /// The view of `haru open`.
  public static var openView: String {
    text("calendar or streak, or an address such as haru:calendar")
  }

  // MARK: Import and export

  /// The file of `haru import`.
  public static var importFile: String {
    text(
      """
      JSON or CSV of haru export, a store of SwiftCal, a backup or export of Loop Habit Tracker (zip or \
      folder), a log of harsh, CSV of HabitBull, or any CSV of dates, values and notes
      """)
  }
  /// The help of `haru import --format`.
  public static func importFormat(_ formats: [String]) -> String {
    text(
      "Format, if it is not detected: {formats}.", ["formats": ListText.words(formats)])
  }
  /// The help of `haru import --time-zone`.
  public static var importTimeZone: String {
    text("Time zone in which you studied, such as Asia/Seoul; default: the current one.")
  }
  /// The help of `haru import --habit`.
  public static var importHabit: String { text("Habit to import, if there are several.") }
  /// The help of `haru import --dry-run`.
  public static var importDryRun: String { text("Print the report, and import nothing.") }
  /// The help of `haru import --force`.
  public static var importForce: String {
    text("Also import uncertain data: times far from midnight, files of a newer version.")
  }
  /// The help of `haru export --output`.
  public static var exportOutput: String {
    text("File to write; default, and -: standard output.")
  }
  /// The help of `haru export --format`.
  public static var exportFormat: String {
    text(
      "json: everything; csv: a line a day; ics: an event a day; default: by file name, or json.")
  }

  // MARK: Repositories

  /// A watched repository.
  public static var repoName: String { text("watched repository as OWNER/NAME, in any case") }
  /// Watched repositories.
  public static var repoNamesOrAll: String {
    text("watched repositories as OWNER/NAME, in any case; default: all")
  }
  /// The names of `haru repo add`.
  public static var repoAddNames: String {
    text("OWNER/NAME, or an address such as https://github.com/apple/swift")
  }
  /// The help of `haru repo list --names`.
  public static var repoListNames: String { text("Print only the names, one a line.") }
  /// The position of `haru repo move`.
  public static var repoPosition: String { text("new position in the list; 1 is the first") }
  /// The help of `haru repo show --contributors`.
  public static var repoContributors: String {
    text("Also show the top contributors; load them now if they are unknown.")
  }
  /// The help of `haru repo refresh --due`.
  public static var repoDue: String { text("Only repositories that are due.") }
  /// The help of `haru repo quiet --off`.
  public static var repoQuietOff: String { text("Unmute repositories.") }

  // MARK: The desktop

  /// The direction of `haru scroll`.
  public static var scrollDirection: String { text("back or forward") }

  // MARK: The settings and the store

  /// The keys of `haru shortcut`.
  public static var shortcutKeys: String { text("keys such as SUPER+S or CTRL+ALT+S") }
  /// The help of `haru shortcut --off`.
  public static var shortcutOff: String { text("Remove the shortcut.") }
  /// The help of `haru phone kdeconnect --off`.
  public static var phoneOff: String { text("Remove the commands.") }
  /// A setting.
  public static var settingName: String { text("a setting, such as Day.starts-at") }
  /// The value of a setting.
  public static var settingValue: String { text("new value; '' for an empty value") }
  /// The file of a backup.
  public static var backupFile: String { text("file to write; an older backup there is replaced") }
  /// The help of `haru store backup --daily`.
  public static var backupDaily: String {
    text("Make today's backup if anything has changed, as the agent does each day.")
  }
  /// The file of `haru store restore`.
  public static var restoreFile: String { text("a backup, or any other Haru store") }
  /// The directory of `haru store move`.
  public static var moveDirectory: String { text("an existing directory") }
}
