/// The help of the programs and of the commands.
public enum HelpText {
  /// The help of the agent.
  public static var agent: String {
    text(
      """
      Usage: haru-agent [--gapplication-service] [--verbose] [haru:VIEW]

      Shows today's notification, saves your clicks and starts the next day.
      A second start shows the notification again.

        haru:VIEW               open haru:calendar or haru:streak in your image viewer
        --gapplication-service  run as a service; follow the setting at-login
        --verbose               log every event
        --version               show the version
        --help                  show this help
      """)
  }

  /// The error of the agent for an unknown argument.
  public static func agentMisuse(_ argument: String) -> String {
    text("haru-agent: unknown argument: {argument}", ["argument": argument])
  }

  // MARK: Days

  /// The help of `haru`.
  public static var haru: String { text("Keep a daily study streak.") }
  /// The help of `haru status`.
  public static var status: String { text("Show today's state.") }
  /// The help of `haru calendar`.
  public static var calendar: String { text("Show a month or a year.") }
  /// The help of `haru streak`.
  public static var streak: String { text("Show the streak and the totals.") }
  /// The help of `haru mark`.
  public static var mark: String { text("Mark days as studied.") }
  /// The help of `haru unmark`.
  public static var unmark: String { text("Clear the marks of days.") }
  /// The help of `haru toggle`.
  public static var toggle: String { text("Mark a day, or clear its mark.") }
  /// The help of `haru undo`.
  public static var undo: String { text("Undo the last change, then the one before.") }
  /// The help of `haru redo`.
  public static var redo: String { text("Redo the change that was undone last.") }
  /// The help of `haru rest`.
  public static var rest: String {
    text("Set rest days, which do not count and do not break a streak.")
  }
  /// The discussion of `haru rest`.
  public static var restDiscussion: String {
    text(
      """
      Days in the future are allowed. For weekdays that are always rest days: \
      haru config set Day.rest-weekdays.
      """)
  }
  /// The help of `haru note`.
  public static var note: String { text("Write a note on a day, or print it.") }
  /// The help of `haru explain`.
  public static var explain: String { text("Explain the length of the streak.") }
  /// The help of `haru card`.
  public static var card: String { text("Draw a day or a repository as a picture.") }
  /// The help of `haru open`.
  public static var open: String { text("Open today's calendar or streak as a picture.") }
  /// The discussion of `haru open`.
  public static var openDiscussion: String {
    text(
      """
      Haru draws the picture and opens it in your default image viewer. A second request for the same \
      view within a second opens nothing.
      """)
  }
  /// The help of `haru import`.
  public static var `import`: String {
    text("Import days from a file of another program or of haru export.")
  }
  /// The discussion of `haru import`.
  public static var importDiscussion: String {
    text(
      """
      An import changes neither the file nor days that you marked or cleared yourself. You can import a \
      file again, even if it has grown or has another name: only new data is imported, and days that you \
      have cleared since stay cleared. haru undo undoes an import.

      The JSON of haru export restores everything. An empty store also gets the history of changes; \
      haru undo then undoes the last change of that history.
      """)
  }
  /// The help of `haru export`.
  public static var export: String { text("Export all your data.") }

  // MARK: Repositories

  /// The help of `haru repo`.
  public static var repo: String { text("Watch repositories on GitHub.") }
  /// The discussion of `haru repo`.
  public static var repoDiscussion: String {
    text(
      """
      While the agent runs, it loads each watched repository twice a day. A notification shows important \
      changes: a push after a long silence, a round number of stars, a new default branch, a repository \
      that is archived, renamed or deleted. For private repositories and more requests an hour, Haru uses \
      a token from HARU_GITHUB_TOKEN, GITHUB_TOKEN or gh auth token.
      """)
  }
  /// The help of `haru repo list`.
  public static var repoList: String {
    text("List the watched repositories and their last push.")
  }
  /// The help of `haru repo add`.
  public static var repoAdd: String { text("Watch repositories.") }
  /// The help of `haru repo remove`.
  public static var repoRemove: String { text("Stop watching repositories.") }
  /// The help of `haru repo move`.
  public static var repoMove: String { text("Move a repository in the list.") }
  /// The help of `haru repo show`.
  public static var repoShow: String { text("Show the state of repositories.") }
  /// The discussion of `haru repo show`.
  public static var repoShowDiscussion: String {
    text(
      """
      Haru shows the last good response of GitHub and its age. A number in brackets is the change since \
      you last looked; --json and --format do not count as a look.
      """)
  }
  /// The help of `haru repo refresh`.
  public static var repoRefresh: String { text("Load repositories now.") }
  /// The discussion of `haru repo refresh`.
  public static var repoRefreshDiscussion: String {
    text(
      """
      If the rate limit of GitHub is reached, the remaining repositories stay due and are loaded first \
      the next time.
      """)
  }
  /// The help of `haru repo news`.
  public static var repoNews: String {
    text("List the changes that were announced, the last first.")
  }
  /// The discussion of `haru repo news`.
  public static var repoNewsDiscussion: String {
    text(
      """
      A change was announced once a notification showed it or haru repo refresh printed it. The last \
      hundred are kept.
      """)
  }
  /// The help of `haru repo news --open`.
  public static var repoNewsOpen: String {
    text("Open the page of a repository: its number in this list, or its name.")
  }
  /// The help of `haru repo news --quiet`.
  public static var repoNewsQuiet: String {
    text("Mute a repository: its number in this list, or its name.")
  }
  /// The help of `haru repo open`.
  public static var repoOpen: String { text("Open the page of a repository in the browser.") }
  /// The help of `haru repo quiet`.
  public static var repoQuiet: String {
    text("Mute repositories: show no notifications about them.")
  }

  // MARK: The agent, the settings and the store

  /// The help of `haru notify`.
  public static var notify: String { text("Show today's notification again.") }
  /// The help of `haru later`.
  public static var later: String { text("Remind later today, and not before.") }
  /// The discussion of `haru later`.
  public static var laterDiscussion: String {
    text(
      """
      As the button Later does. Without TIME, after the minutes of the setting Notifications.later. \
      haru status shows when the next notification comes.
      """)
  }
  /// The help of a time of `haru later`.
  public static var laterTime: String { text("A time such as 30m, 1h30m or 19:30.") }
  /// The help of `haru hook`, which is not listed.
  public static var hook: String { text("Run a program of your own from the directory hooks.") }
  /// The help of `haru scroll`.
  public static var scroll: String { text("Show another day in bars, for ten seconds.") }
  /// The discussion of `haru scroll`.
  public static var scrollDiscussion: String {
    text(
      """
      Bars that run haru status --follow with --format waybar or line show the day before, or the day \
      after; then they show today again.
      """)
  }
  /// The help of `haru agent`.
  public static var agentCommand: String {
    text("Start or end the agent, which shows the notification.")
  }
  /// The help of `haru agent start`.
  public static var agentStart: String {
    text("Start the agent. It goes on when the terminal is closed.")
  }
  /// The help of `haru agent stop`.
  public static var agentStop: String { text("End the agent.") }
  /// The help of `haru agent restart`.
  public static var agentRestart: String { text("End the agent and start it again.") }
  /// The help of `haru agent status`.
  public static var agentStatus: String { text("Show whether the agent runs.") }
  /// The help of `haru autostart`.
  public static var autostart: String { text("Choose whether the agent starts at login.") }
  /// The help of `haru autostart enable`.
  public static var autostartEnable: String { text("Start the agent at login.") }
  /// The help of `haru autostart disable`.
  public static var autostartDisable: String { text("Do not start the agent at login.") }
  /// The help of `haru autostart status`.
  public static var autostartStatus: String { text("Show whether the agent starts at login.") }
  /// The help of `haru shortcut`.
  public static var shortcut: String { text("Mark today with a key.") }
  /// The discussion of `haru shortcut`.
  public static var shortcutDiscussion: String {
    text(
      """
      GNOME and XFCE are asked to set the keys. For sway, i3, Hyprland and other desktops Haru prints \
      what to add to their configuration, and changes no file.
      """)
  }
  /// The help of `haru phone`.
  public static var phone: String { text("Mark days from your phone.") }
  /// The help of `haru phone kdeconnect`.
  public static var phoneKDEConnect: String {
    text("Add commands to the phones that are paired with KDE Connect.")
  }
  /// The discussion of `haru phone kdeconnect`.
  public static var phoneKDEConnectDiscussion: String {
    text(
      """
      On the phone, open KDE Connect and Run Command. Study marks today, Study streak tells today's state; \
      the answer comes as a notification on the phone. Your other commands stay.
      """)
  }
  /// The help of `haru config`.
  public static var config: String { text("Show and change the settings.") }
  /// The help of `haru config path`.
  public static var configPath: String { text("Print the path of the settings file.") }
  /// The help of `haru config list`.
  public static var configList: String {
    text("Explain every setting, and print its value.")
  }
  /// The help of `haru config get`.
  public static var configGet: String { text("Print the value of a setting.") }
  /// The help of `haru config set`.
  public static var configSet: String { text("Change a setting.") }
  /// The help of `haru config unset`.
  public static var configUnset: String { text("Give a setting its default again.") }
  /// The help of `haru config edit`.
  public static var configEdit: String {
    text("Edit the settings file, which is checked before it is taken.")
  }
  /// The help of `haru store`.
  public static var store: String { text("Manage the store, the file that holds your days.") }
  /// The help of `haru store path`.
  public static var storePath: String { text("Print the path of the store.") }
  /// The help of `haru store check`.
  public static var storeCheck: String { text("Check the store for problems.") }
  /// The help of `haru store new`.
  public static var storeNew: String { text("Begin a new, empty store where there is none.") }
  /// The help of `--repair`.
  public static var checkRepair: String {
    text("Repair damaged rows from the log, and keep the old store.")
  }
  /// The help of `haru store backup`.
  public static var storeBackup: String { text("Back up the store, even while it is in use.") }
  /// The help of `haru store restore`.
  public static var storeRestore: String { text("Restore a backup, and keep the old store.") }
  /// The help of `haru store move`.
  public static var storeMove: String { text("Move the store to another directory.") }
  /// The help of `haru sync`.
  public static var sync: String {
    text("Exchange days with your other machines, through a folder.")
  }
  /// The discussion of `haru sync`.
  public static var syncDiscussion: String {
    text(
      """
      The folder is one that another program carries between your machines: Syncthing, Nextcloud, \
      git, rclone or a USB stick. What is in it is plain text, notes included.
      """)
  }
  /// The help of `haru sync on`.
  public static var syncOn: String { text("Begin, or use another folder.") }
  /// The help of `haru sync off`.
  public static var syncOff: String { text("End; the files in the folder stay.") }
  /// The help of `haru sync status`.
  public static var syncStatus: String { text("Show the machines, and what waits.") }
  /// The help of `haru sync check`.
  public static var syncCheck: String { text("Exchange now, and read every file again.") }
  /// The help of the argument of `haru sync on`.
  public static var syncFolder: String { text("The folder, which exists.") }
  /// The help of `--no-notes`.
  public static var noNotes: String { text("Keep notes on this machine, and take none.") }
  /// The help of `--join`.
  public static var join: String {
    text("Bring the days of this machine and those of the folder together, though they share none.")
  }
  /// The help of `haru tasks`.
  public static var tasks: String { text("Keep a task for each day in a task list.") }
  /// The discussion of `haru tasks`.
  public static var tasksDiscussion: String {
    text(
      """
      The folder holds a .ics file for each task, as vdirsyncer and todoman use it; vdirsyncer \
      carries it to a CalDAV server, and so to a phone. When you complete a task, Haru marks its \
      day; when you mark a day, Haru completes its task.
      """)
  }
  /// The help of `haru tasks on`.
  public static var tasksOn: String { text("Begin, or use another folder.") }
  /// The help of `haru tasks off`.
  public static var tasksOff: String { text("End, and remove Haru's tasks.") }
  /// The help of `haru tasks status`.
  public static var tasksStatus: String { text("Show the folder, and what is wrong.") }
  /// The help of `haru tasks check`.
  public static var tasksCheck: String { text("Look at the task list now.") }
  /// The help of the argument of `haru tasks on`.
  public static var tasksFolder: String { text("The folder of the task list, which exists.") }
  /// The help of `--week`.
  public static var tasksWeek: String {
    text("Keep a task for each of the seven days before today, too.")
  }
  /// The help of `haru doctor`.
  public static var doctor: String {
    text("Check what works, and show how to fix the rest.")
  }
}
