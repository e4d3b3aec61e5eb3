/// Commands by the words that come to mind first.
enum Synonyms {
  /// A command, and the words that stand for it.
  private static let all: [(command: String, words: [String])] = [
    (
      "mark",
      ["study", "studied", "done", "did", "yes", "learn", "learned", "checkin", "complete"]
    ),
    ("status", ["today", "now", "st"]),
    ("calendar", ["month", "week", "cal"]),
    ("calendar --year", ["year", "heatmap", "history"]),
    ("streak", ["stats", "statistics", "summary"]),
    ("rest", ["skip", "vacation", "holiday", "holidays", "pause", "freeze", "sick"]),
    ("undo", ["revert"]),
    ("undo --list", ["log", "changes"]),
    ("note --list", ["notes"]),
    ("note --search", ["search", "find"]),
    ("explain", ["why"]),
    ("later", ["snooze", "postpone"]),
    ("notify", ["popup", "notification", "test"]),
    ("config list", ["settings", "preferences", "options"]),
    ("config set", ["set"]),
    ("config get", ["get"]),
    ("config set remind-at", ["remind"]),
    ("config set quiet", ["quiet"]),
    ("store backup", ["backup"]),
    ("store restore", ["restore"]),
    ("agent start", ["start", "run"]),
    ("agent restart", ["restart"]),
    ("agent stop", ["stop", "quit", "exit"]),
    ("sync status", ["devices", "machines"]),
    ("tasks status", ["task"]),
    ("repo list", ["repos"]),
    ("repo add", ["watch"]),
    ("repo remove", ["unwatch"]),
    ("--version", ["version"]),
  ]

  /// What to type for words that might lose data, or that may mean several commands.
  private static let answers: [(words: [String], commands: [String])] = [
    (["add"], ["haru mark", "haru note TEXT", "haru repo add OWNER/NAME"]),
    (["check"], ["haru mark", "haru doctor"]),
    (["commit"], ["haru mark", "haru note TEXT"]),
    (
      ["clear", "delete", "remove", "rm"],
      ["haru unmark DAY", "haru rest --clear DAY", "haru note DAY ''"]
    ),
    (["reset"], ["haru undo", "haru unmark DAY", "haru store restore"]),
    (["edit"], ["haru mark DAY", "haru note DAY TEXT", "haru config edit"]),
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
    (["github"], ["haru repo add OWNER/NAME", "haru doctor"]),
    (["todo"], ["haru tasks status"]),
  ]

  /// The words with the command that the first of them stands for.
  static func resolved(_ words: [String]) -> [String] {
    if words.first == "help" {
      return ["help"] + resolved(Array(words.dropFirst())).prefix { !$0.hasPrefix("-") }
    }
    guard let first = words.first, let row = all.first(where: { $0.words.contains(first) }) else {
      return words
    }
    return row.command.split(separator: " ").map(String.init) + words.dropFirst()
  }

  /// What one may have meant by a word that stands for no one command; `nil` if nothing is known.
  static func commands(for word: String) -> [String]? {
    answers.first { $0.words.contains(word) }?.commands
  }

  /// The words that stand for a command, and for those in it.
  static func words(for command: String) -> [(command: String, words: [String])] {
    all.filter { ($0.command + " ").hasPrefix(command + " ") }
  }

  /// Every word that stands for a command.
  static var words: [String] { all.flatMap(\.words) }
}
