import ArgumentParser
import HaruCommand
import HaruCore
import HaruImportExport

extension Synonyms {
  /// Those of `haru`.
  static let haru = Synonyms(
    rows + ofRepo, answers: answers + [RepoCommand.answer], options: options
  ) {
    withSetting($0) ?? withFormat($0)
  }

  private static let rows: [(command: String, words: [String])] = [
    (
      "mark",
      ["study", "studied", "done", "did", "yes", "learn", "learned", "checkin", "complete"]
    ),
    ("status", ["today", "now", "st"]),
    ("calendar", ["month", "week", "cal"]),
    ("calendar --year", ["year", "heatmap", "history"]),
    ("calendar --edit", ["edit", "tui"]),
    ("open calendar", ["gui", "window"]),
    ("streak", ["stats", "statistics", "summary"]),
    ("rest", ["skip", "vacation", "holiday", "holidays", "pause", "freeze", "sick"]),
    ("rest --list", ["rest list", "rest ls", "rest show"]),
    (
      "rest --clear",
      ["unrest", "rest off", "rest clear", "rest cancel", "rest remove", "rest delete"]
    ),
    ("undo", ["revert"]),
    ("undo --list", ["log", "changes", "undo list"]),
    ("note --list", ["notes"]),
    ("note --search", ["search", "find"]),
    ("explain", ["why"]),
    ("later", ["snooze", "postpone"]),
    ("notify", ["popup", "notification", "test"]),
    ("config list", ["settings", "preferences", "options", "config show"]),
    ("config set", ["set"]),
    ("config get", ["get"]),
    ("config unset", ["config reset", "config clear", "config remove"]),
    ("config set remind-at", ["remind"]),
    ("config set quiet", ["quiet"]),
    ("store backup", ["backup"]),
    ("store restore", ["restore"]),
    ("agent", ["daemon", "service"]),
    ("agent start", ["start", "run"]),
    ("agent restart", ["restart"]),
    ("agent stop", ["stop", "quit", "exit"]),
    ("autostart enable", ["autostart on"]),
    ("autostart disable", ["autostart off"]),
    ("sync status", ["devices", "machines"]),
    ("sync on", ["sync setup", "sync init", "sync start", "sync enable"]),
    ("sync off", ["sync stop", "sync disable"]),
    ("sync check", ["sync now"]),
    ("tasks status", ["task"]),
    ("tasks on", ["tasks setup", "tasks init", "tasks start", "tasks enable"]),
    ("tasks off", ["tasks stop", "tasks disable"]),
    ("tasks check", ["tasks now"]),
    ("sources remove", ["sources rm", "sources delete"]),
    ("help", ["man", "manual", "usage"]),
    ("--version", ["version", "-v", "-V"]),
  ]

  private static let answers: [(words: [String], commands: [String])] = [
    (["add"], ["haru mark", "haru note TEXT", "haru repo add OWNER/NAME"]),
    (["check"], ["haru mark", "haru doctor"]),
    (["commit"], ["haru mark", "haru note TEXT"]),
    (
      ["clear", "delete", "remove", "rm"],
      ["haru unmark DAY", "haru rest --clear DAY", "haru note DAY ''"]
    ),
    (["reset"], ["haru undo", "haru unmark DAY", "haru store restore"]),
    (
      ["list", "ls"], ["haru calendar", "haru undo --list", "haru note --list", "haru rest --list"]
    ),
    (["show"], ["haru calendar", "haru streak", "haru notify"]),
    (
      ["on", "enable", "install", "setup", "init", "login"],
      ["haru agent start", "haru autostart enable"]
    ),
    (["off", "disable"], ["haru agent stop", "haru autostart disable", "haru later"]),
    (["uninstall"], ["haru agent stop", "haru autostart disable"]),
    (
      ["mute", "dnd"],
      ["haru later", "haru quiet 22:00-07:00", "haru repo quiet OWNER/NAME"]
    ),
    (["resume"], ["haru agent start", "haru rest --clear DAY"]),
    (["reminder", "reminders"], ["haru get remind-at", "haru remind 20:00", "haru later 30m"]),
    (["theme"], ["haru config list", "haru card --list"]),
    (["push", "pull"], ["haru sync check"]),
    (["remote"], ["haru sync on FOLDER"]),
    (["caldav"], ["haru tasks on FOLDER"]),
    (["goal", "target", "reserve"], ["haru rest --reserve 2"]),
    (
      ["weekend", "weekends"], ["haru rest sat..sun", "haru rest --weekdays sat,sun"]
    ),
    (["json"], ["haru status --json", "haru export"]),
    (["todo"], ["haru tasks status"]),
    (["keep", "anki"], ["haru import FILE --keep NAME", "haru sources"]),
    (
      ["sources add", "sources keep", "sources on"],
      ["haru import FILE --keep NAME", "haru sources --help"]
    ),
    // Commands of version 0.4.
    (["scroll"], ["haru calendar", "haru open calendar"]),
    (["phone"], ["haru sync on FOLDER", "haru tasks on FOLDER", "man haru"]),
  ]

  private static let options: [(command: String, options: [String])] = [
    ("haru note TEXT", ["--note", "--message", "-m"]),
    // An option of version 0.4.
    ("haru doctor", ["--try"]),
  ]

  /// `config NAME` asks for a setting, `config NAME VALUE` and `config NAME=VALUE` change it.
  private static func withSetting(_ words: [String]) -> [String]? {
    guard words.first == "config" else { return nil }
    let isSet = words.dropFirst().first == "set"
    let typed = words.dropFirst(isSet ? 2 : 1)
    let parts =
      typed.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init) ?? []
    // `config path` is a command.
    let commands = ConfigCommand.configuration.subcommands.map { $0.configuration.commandName }
    guard let name = parts.first, isSet || !commands.contains(name),
      Settings.formerKeys.contains(where: { $0.isCalled(name) })
        || ListedSetting.called([name]).count == 1
    else { return nil }
    let rest = parts + typed.dropFirst()
    return ["config", isSet || rest.count > 1 ? "set" : "get"] + rest
  }

  /// The name of what was a setting up to version 0.4, and the command that is in its place; `nil` for any other.
  static func ruled(_ words: [String]) -> (name: String, command: [String])? {
    guard words.count > 2, words[0] == "config" else { return nil }
    var rest = words[2...]
    var from: ArraySlice<String> = []
    // An option that `config set` had.
    if let place = rest.firstIndex(where: { $0 == "--from" || $0.hasPrefix("--from=") }) {
      from = rest[place...].prefix(rest[place] == "--from" ? 2 : 1)
      rest.removeSubrange(from.indices)
    }
    guard let name = rest.first,
      let key = Settings.formerKeys.first(where: { $0.isCalled(name) })
    else { return nil }
    let (option, none) = key.name == "free" ? ("--reserve", "0") : ("--weekdays", "none")
    switch words[1] {
    // Others have a word too many, which is refused.
    case "get" where rest.count == 1: return (name, ["rest", "--list"])
    case "set":
      return (name, ["rest"] + from + [option] + rest.dropFirst().map { $0.isEmpty ? none : $0 })
    case "unset" where rest.count == 1: return (name, ["rest", option, none])
    default: return nil
    }
  }

  /// `import FORMAT FILE` names a format without its option.
  private static func withFormat(_ words: [String]) -> [String]? {
    guard words.first == "import", words.count > 2, ImportFormats.names.contains(words[1]),
      !words[2].hasPrefix("-")
    else { return nil }
    return ["import", "--from"] + words.dropFirst()
  }
}
