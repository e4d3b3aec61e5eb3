public import HaruCore

/// What is said of the list of watches.
public enum WatchText {
  // MARK: Refusals

  /// Why what somebody wrote names no repository.
  public static func line(_ error: RepositoryNameError) -> String {
    switch error {
    case .empty: text("a repository has a name, such as apple/swift; this one is empty: ''")
    case .incomplete(let word):
      text(
        "neither OWNER/NAME nor the address of a repository: {word}", ["word": shown(word)])
    case .badOwner(let owner):
      text(
        "no owner on GitHub has such a name: {owner} (letters, digits and -, at most 39)",
        ["owner": shown(owner)])
    case .badName(let name):
      text(
        "no repository on GitHub has such a name: {name} (letters, digits, ., - and _, at most 100)",
        ["name": shown(name)])
    case .otherHost(let host, let expected):
      text(
        "an address of {host}, but {expected} is asked; to ask another: haru config set Repositories.api ADDRESS",
        ["host": shown(host), "expected": expected])
    }
  }

  /// A repository that is watched already, and where it stands in the list.
  public static func present(_ name: RepositoryName, position: Int) -> String {
    text(
      "watched already: {name}, number {position} of the list",
      ["name": name.description, "position": String(position)])
  }

  /// A repository that is not watched, and those that may be meant.
  public static func notWatched(_ word: String, near: [RepositoryName]) -> String {
    near.isEmpty
      ? text("not watched: {name}; haru repo list says what is", ["name": shown(word)])
      : text(
        "not watched: {name}; similar: {names}", ["name": shown(word), "names": list(near)])
  }

  /// What is no place in the list.
  public static func notAPosition(_ word: String) -> String {
    text("not a position of the list, which begins with 1: {word}", ["word": shown(word)])
  }

  /// A bar shows one repository.
  public static var oneForWaybar: String { text("--format waybar takes one repository") }

  // MARK: Changes

  /// Repositories are watched from now on.
  public static func added(_ names: [RepositoryName]) -> String {
    text("Watched now: {names}", ["names": list(names)])
  }

  /// How what is watched is loaded where nobody else does it.
  public static var loadThem: String {
    text("The agent is not running; to load what is due now: haru repo refresh")
  }

  /// Repositories are not watched any more, and how they would be again.
  public static func removed(_ names: [RepositoryName]) -> String {
    text(
      "No longer watched: {names}. To watch again: haru repo add {words}",
      ["names": list(names), "words": names.map(\.description).joined(separator: " ")])
  }

  /// A repository has its place in the list.
  public static func moved(_ name: RepositoryName, position: Int, of count: Int) -> String {
    text(
      "{name} is number {position} of {count}.",
      ["name": name.description, "position": String(position), "count": String(count)])
  }

  /// Changes of repositories are announced, or not any more.
  public static func announced(_ names: [RepositoryName], isQuiet: Bool) -> String {
    guard !names.isEmpty else { return text("Nothing changed.") }
    return isQuiet
      ? text("Changes are not announced any more: {names}", ["names": list(names)])
      : text("Changes are announced again: {names}", ["names": list(names)])
  }

  // MARK: The list

  /// What can be done where nothing is watched.
  public static var none: String {
    text(
      """
      No repository is watched.

        haru repo add apple/swift    watch one, by its name or its address on GitHub
        haru repo show               its stars, forks, issues and last push, loaded twice a day

      All that can be done with them: haru repo --help
      """)
  }

  /// Nobody has answered yet.
  public static var notLoaded: String { text("not loaded yet") }

  /// Its changes are not announced.
  public static var isQuiet: String { text("changes not announced") }

  /// Why there is no newer answer, or none, in little room.
  ///
  /// - Parameters:
  ///   - problem: What kept the last reload from one.
  ///   - day: The day of the last good answer; `nil` if there is none.
  /// - Returns: A few words.
  public static func problem(_ problem: ReloadProblem, lastAnswer day: Day?) -> String {
    if problem == .gone { return text("gone, or private") }
    guard let day else { return text("the last try failed") }
    return text("not loaded since {date}", ["date": DateText.date(day)])
  }

  // MARK: Opening

  /// Nothing opens addresses.
  public static func noBrowser(_ address: String) -> String {
    text(
      "no application opens web pages; install a browser, or look at {address}",
      ["address": address])
  }

  /// Names beside each other, the first twenty.
  private static func list(_ names: [RepositoryName]) -> String {
    let limit = 20
    let shown = names.prefix(limit).map(\.description).joined(separator: ", ")
    return names.count > limit ? shown + ", …" : shown
  }

  /// What was typed, not too long.
  private static func shown(_ word: String) -> String {
    word.isEmpty ? "''" : SafeText.short(word, to: 60)
  }
}
