/// What the programs say of themselves.
public enum HelpText {
  /// The help of the agent.
  public static var agent: String {
    text(
      """
      Usage: haru-agent [--gapplication-service] [--verbose] [haru:VIEW]

      Shows today's notification, keeps what you click, and starts the next day.
      Started a second time it shows the notification again.

        haru:VIEW               open haru:calendar or haru:streak in your picture viewer
        --gapplication-service  serve, and show only what a login calls for
        --verbose               log every event
        --version               print the version
        --help                  print this help
      """)
  }

  /// What the agent says to an argument that it does not know.
  public static func agentMisuse(_ argument: String) -> String {
    text("haru-agent: unknown argument: {argument}", ["argument": argument])
  }

  // MARK: The command line, a line each

  /// The command line itself.
  public static var haru: String { text("Keeps a daily study streak.") }
  /// Of `haru status`.
  public static var status: String { text("Say how today stands.") }
  /// Of `haru calendar`.
  public static var calendar: String { text("Show a month, or a year.") }
  /// Of `haru streak`.
  public static var streak: String { text("Show the streak, and what all days add up to.") }
  /// Of `haru mark`.
  public static var mark: String { text("Mark days as studied.") }
  /// Of `haru unmark`.
  public static var unmark: String { text("Clear the marks of days.") }
  /// Of `haru toggle`.
  public static var toggle: String { text("Flip the mark of a day.") }
  /// Of `haru undo`.
  public static var undo: String { text("Take back the last change, and the one before.") }
  /// Of `haru explain`.
  public static var explain: String { text("Say why the streak is what it is.") }
  /// Of `haru card`.
  public static var card: String { text("Draw a day or a repository as a picture.") }
  /// Of its kind.
  public static var cardKind: String { text("What to draw; --list names the kinds.") }
  /// Of its names.
  public static var cardNames: String {
    text("Of the card repository: which watched one, as OWNER/NAME; the first if none is given.")
  }
  /// Of `--pair`.
  public static var cardPair: String { text("Draw two repositories on one card.") }
  /// Of `--list`.
  public static var cardList: String {
    text("Name the kinds of cards, their sizes, and what they show.")
  }
  /// Of `--output`.
  public static var cardOutput: String { text("Where to, as .png or .svg; - for standard output.") }
  /// Of `--size`.
  public static var cardSize: String { text("How large: icon, small, medium or large.") }
  /// Of `--at`.
  public static var cardAt: String {
    text("Which day, as 2026-11-20, yesterday or -1; today if none is given.")
  }
  /// Of `--scale`.
  public static var cardScale: String { text("Pixels to a point, from 0.25 to 8; 1 if not given.") }
  /// Of `--rendering`.
  public static var cardRendering: String { text("Colours: full-color, accented or monochrome.") }
  /// Of `--accent`.
  public static var cardAccent: String { text("The accent's colour.") }
  /// Of `--no-background`.
  public static var cardNoBackground: String { text("Draw no background.") }
  /// Of `--dark`.
  public static var cardDark: String { text("Draw for a dark surface.") }
  /// Of `--sample`.
  public static var cardSample: String { text("Draw an example, and say so on the picture.") }
  /// Of `haru open`.
  public static var open: String { text("Open today's calendar or streak as a picture.") }
  /// More of `haru open`.
  public static var openDiscussion: String {
    text(
      """
      The picture is drawn anew and opened in the application that you have chosen for images. \
      Asked for the same again within a second, it opens no second one.
      """)
  }
  /// Its view.
  public static var openView: String {
    text("calendar or streak, or an address such as haru:calendar")
  }
  /// Of `haru repo`.
  public static var repo: String { text("Watch repositories on GitHub.") }
  /// More of `haru repo`.
  public static var repoDiscussion: String {
    text(
      """
      What is watched is loaded twice a day while the agent runs, and a change that matters shows a \
      notification: a push after long silence, a round number of stars, another default branch, a \
      repository that is archived, renamed or gone. A token, for private repositories and more \
      questions an hour, is taken from HARU_GITHUB_TOKEN, GITHUB_TOKEN or gh auth token.
      """)
  }
  /// Of `haru repo list`.
  public static var repoList: String {
    text("List what is watched, and when somebody last pushed.")
  }
  /// Of its option `--names`.
  public static var repoListNames: String { text("Print the names alone, a line each.") }
  /// Of `haru repo add`.
  public static var repoAdd: String { text("Watch repositories.") }
  /// The names that it takes.
  public static var repoAddNames: String {
    text("OWNER/NAME, or an address such as https://github.com/apple/swift")
  }
  /// Of `haru repo remove`.
  public static var repoRemove: String { text("Watch repositories no longer.") }
  /// Of `haru repo move`.
  public static var repoMove: String { text("Move a repository within the list.") }
  /// The position that it takes.
  public static var repoPosition: String { text("its number in the list, from 1 on") }
  /// Of `haru repo show`.
  public static var repoShow: String { text("Say how repositories stand, and since when.") }
  /// More of `haru repo show`.
  public static var repoShowDiscussion: String {
    text(
      """
      Shown is the last good answer of GitHub, with its age. A number in brackets is what has \
      changed since you last looked; with --json or --format it is no look.
      """)
  }
  /// Of its option `--contributors`.
  public static var repoContributors: String {
    text("Also say who has worked on them most, and load that now if it is not known.")
  }
  /// Of `haru repo refresh`.
  public static var repoRefresh: String { text("Load repositories now.") }
  /// More of `haru repo refresh`.
  public static var repoRefreshDiscussion: String {
    text(
      """
      What GitHub does not answer now, because it has answered enough for this hour, stays due and \
      is loaded first the next time.
      """)
  }
  /// Of its option `--due`.
  public static var repoDue: String { text("Only those whose time has come.") }
  /// Of `haru repo open`.
  public static var repoOpen: String { text("Open the page of a repository in the browser.") }
  /// Of `haru repo quiet`.
  public static var repoQuiet: String { text("Announce no changes of repositories.") }
  /// Of its option `--off`.
  public static var repoQuietOff: String { text("Announce them again.") }
  /// The name of a watch.
  public static var repoName: String { text("OWNER/NAME of what is watched, in capitals or not") }
  /// Names of watches, or none.
  public static var repoNamesOrAll: String {
    text("OWNER/NAME of what is watched, in capitals or not; all if left out")
  }
  /// Of `haru export`.
  public static var export: String { text("Write everything Haru knows of your days.") }
  /// Of `haru rest`.
  public static var rest: String { text("Declare days free: they neither add nor break.") }
  /// More of `haru rest`.
  public static var restDiscussion: String {
    text(
      "A day may lie ahead. For weekdays that are always free: haru config set Day.rest-weekdays.")
  }
  /// Of `haru note`.
  public static var note: String { text("Note something on a day, or print what is noted.") }
  /// Of `haru import`.
  public static var `import`: String {
    text("Import days from another program's file, or from our own export.")
  }
  /// More of `haru import`.
  public static var importDiscussion: String {
    text(
      """
      The file stays as it is; what you have said in Haru stays, too. Importing a file again, even one \
      that has grown or has another name, brings only what is new: days that you have cleared since \
      stay so. haru undo takes an import back.

      The JSON of haru export brings everything back. Where Haru knows nothing yet it is taken \
      as it was, with its journal; haru undo then takes back what was done last there.
      """)
  }
  /// Of `haru notify`.
  public static var notify: String { text("Show today's notification again.") }
  /// Of `haru autostart`.
  public static var autostart: String { text("Start the agent at login, or not.") }
  /// Of `haru autostart enable`.
  public static var autostartEnable: String { text("Start the agent at login.") }
  /// Of `haru autostart disable`.
  public static var autostartDisable: String { text("Do not start the agent at login.") }
  /// Of `haru autostart status`.
  public static var autostartStatus: String { text("Say whether the agent starts at login.") }
  /// Of `haru config`.
  public static var config: String { text("Read and change the settings.") }
  /// Of `haru config path`.
  public static var configPath: String { text("Print where the settings file is.") }
  /// Of `haru config list`.
  public static var configList: String { text("Print every setting with its value.") }
  /// Of `haru config get`.
  public static var configGet: String { text("Print the value of a setting.") }
  /// Of `haru config set`.
  public static var configSet: String { text("Change a setting.") }
  /// Of `haru store`.
  public static var store: String { text("Look after the file with your days.") }
  /// Of `haru store path`.
  public static var storePath: String { text("Print where the file is.") }
  /// Of `haru store check`.
  public static var storeCheck: String { text("Check that the file is sound.") }
  /// Of `haru store backup`.
  public static var storeBackup: String { text("Copy the file, while it is in use.") }
  /// Of `haru store restore`.
  public static var storeRestore: String { text("Go back to a backup; what there is now is kept.") }
  /// Of `haru store move`.
  public static var storeMove: String { text("Move the file to another directory.") }
  /// Of `haru doctor`.
  public static var doctor: String { text("Say what works, what doesn't, and what to do.") }

  // MARK: Arguments

  /// A day.
  public static var day: String {
    text("today, yesterday, YYYY-MM-DD, or -N for N days ago; today if left out")
  }
  /// Days.
  public static var days: String {
    text("today, yesterday, YYYY-MM-DD, -N for N days ago, or a range A..B; today if left out")
  }
  /// Of the option `--all` of `haru explain`.
  public static var explainAll: String { text("List all days of the streak.") }
  /// Of the option `--output` of `haru export`.
  public static var exportOutput: String {
    text("The file to write; without it, or as -, standard output.")
  }
  /// Of the option `--format` of `haru export`.
  public static var exportFormat: String {
    text("json has everything, csv a line a day, ics an event a day; by the file's name, or json.")
  }
  /// Of the option `--list` of `haru undo`.
  public static var undoList: String { text("Print the newest changes instead, newest first.") }
  /// Of the option `--reason` of `haru rest`.
  public static var restReason: String { text("Why.") }
  /// Of the option `--clear` of `haru rest`.
  public static var restClear: String { text("Take it back: the days are no longer free.") }
  /// The arguments of `haru note`.
  public static var noteWords: String {
    text("the day, then the text; '' takes the note away")
  }
  /// The argument of `haru import`.
  public static var importFile: String {
    text(
      """
      what haru export wrote as JSON or CSV, SwiftCal's store, a backup or export of Loop Habit Tracker (zip or folder), the log of harsh, \
      HabitBull's CSV, or any CSV of dates, values and notes
      """)
  }
  /// Of the option `--format` of `haru import`.
  public static func importFormat(_ formats: [String]) -> String {
    text(
      "The format, if it is not to be found out: {formats}.",
      ["formats": formats.joined(separator: ", ")])
  }
  /// Of the option `--time-zone` of `haru import`.
  public static var importTimeZone: String {
    text("Where the days were studied, such as Asia/Seoul; here if left out.")
  }
  /// Of the option `--habit` of `haru import`.
  public static var importHabit: String { text("Which habit, if there are several.") }
  /// Of the option `--dry-run` of `haru import`.
  public static var importDryRun: String { text("Print the report, and write nothing.") }
  /// Of the option `--force` of `haru import`.
  public static var importForce: String {
    text("Also take what has to be guessed: dates near no midnight, a newer version's file.")
  }
  /// The file of a backup that is made.
  public static var backupFile: String { text("where to; a backup that is there is replaced") }
  /// Of the option `--daily` of `haru store backup`.
  public static var backupDaily: String {
    text("Make today's backup instead, if there is something new, as the agent does each day.")
  }
  /// The file of a backup that is restored.
  public static var restoreFile: String { text("a backup, or any other store of Haru") }
  /// The directory a store is moved to.
  public static var moveDirectory: String { text("where to; the directory has to be there") }
  /// Of the option `--json`.
  public static var json: String { text("Print JSON.") }
  /// Of the option `--format`.
  public static func format(_ formats: [String]) -> String {
    text(
      "Print for a bar or a prompt: {formats}.", ["formats": formats.joined(separator: ", ")])
  }
  /// Of the option `--follow`.
  public static var follow: String {
    text("Go on, and print a line whenever it has become another.")
  }
  /// The month or year of `haru calendar`.
  public static var period: String { text("YYYY-MM, or YYYY for a year; this month if left out") }
  /// A setting's name.
  public static var settingName: String { text("a setting, such as Day.starts-at") }
  /// A setting's value.
  public static var settingValue: String { text("its new value; '' for nothing") }
}
