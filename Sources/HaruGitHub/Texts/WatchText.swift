public import HaruCore
internal import HaruText

/// The list of watched repositories: changes and errors.
public enum WatchText {
  // MARK: Errors

  /// Why an argument is not a repository.
  public static func line(_ error: RepositoryNameError) -> String {
    switch error {
    case .empty: text("empty name; write OWNER/NAME, such as apple/swift")
    case .incomplete(let word):
      text(
        "not a repository: {word}; write OWNER/NAME or its address",
        ["word": SafeText.value(word)])
    case .badOwner(let owner):
      text(
        "not a name of an owner on GitHub: {owner}; use at most 39 letters, digits and -",
        ["owner": SafeText.value(owner)])
    case .badName(let name):
      text(
        "not a name of a repository on GitHub: {name}; use at most 100 letters, digits, ., - and _",
        ["name": SafeText.value(name)])
    case .otherHost(let host, let expected):
      text(
        "not an address of {expected}: {host}; to use another server: haru config set Repositories.api ADDRESS",
        ["host": SafeText.value(host), "expected": expected])
    }
  }

  /// A repository that is not watched, and similar names.
  public static func notWatched(_ word: String, near: [RepositoryName]) -> String {
    near.isEmpty
      ? text(
        "not watched: {name}; to list watched repositories: haru repo list",
        ["name": SafeText.value(word)])
      : text(
        "not watched: {name}; similar: {names}",
        ["name": SafeText.value(word), "names": list(near)])
  }

  /// An invalid position in the list.
  public static func notAPosition(_ word: String) -> String {
    text("not a position in the list: {word}; positions start at 1", ["word": SafeText.value(word)])
  }

  /// A line of the list that is neither a repository nor a comment.
  public static func wrongLine(_ line: String, place: String) -> String {
    text(
      "{place}: not a repository: {line}; write OWNER/NAME, and quiet behind it to mute",
      ["place": place, "line": SafeText.value(line)])
  }

  /// What was known of repositories could not be read.
  public static func putAside(_ path: String) -> String {
    text(
      "what is known of repositories was damaged, and is begun anew; the damaged file is now {path}",
      ["path": path])
  }

  // MARK: Changes

  /// New watched repositories.
  public static func added(_ names: [RepositoryName]) -> String {
    text("Watching: {names}", ["names": list(names)])
  }

  /// The command that loads repositories while the agent does not run.
  public static var loadThem: String {
    text("The agent is not running. To load repositories now: haru repo refresh")
  }

  /// Repositories that are no longer watched, and the command that watches them again.
  public static func removed(_ watched: [WatchedRepository]) -> String {
    text(
      "Stopped watching: {names}. To watch again: haru repo add {words}",
      ["names": list(watched.map(\.name)), "words": adding(watched)])
  }

  /// Repositories of an export that the user's list does not have, and the command that watches them.
  public static func leftOut(_ watched: [WatchedRepository]) -> String {
    text(
      "The list of repositories stays as it is, without {names}. To watch them: haru repo add {words}",
      ["names": list(watched.map(\.name)), "words": adding(watched)])
  }

  /// What stands behind `haru repo add` to watch repositories, muted or not.
  private static func adding(_ watched: [WatchedRepository]) -> String {
    let quiet = watched.filter(\.isQuiet)
    return words(watched.map(\.name))
      + (quiet.isEmpty ? "" : " && haru repo quiet " + words(quiet.map(\.name)))
  }

  /// Names as the last words of a command; an owner may begin with a hyphen, as an option does.
  static func words(_ names: [RepositoryName]) -> String {
    let words = names.map(\.description)
    return (words.contains { $0.hasPrefix("-") } ? ["--"] + words : words).joined(separator: " ")
  }

  /// Repositories that were muted or unmuted.
  public static func announced(_ names: [RepositoryName], isQuiet: Bool) -> String {
    guard !names.isEmpty else { return text("Nothing changed.") }
    return isQuiet
      ? text("Muted: {names}", ["names": list(names)])
      : text("Unmuted: {names}", ["names": list(names)])
  }

  // MARK: The list

  /// The first commands, for an empty list.
  public static var none: String {
    text(
      """
      No repository is watched.

        haru repo add apple/swift    watch a repository, by its name or its address on GitHub
        haru repo show               show its stars, forks, issues and last push

      All commands for repositories: haru repo --help
      """)
  }

  /// The repository, or its contributors, are not loaded yet.
  public static var notLoaded: String { text("not loaded yet") }

  /// Notifications do not show its changes.
  public static var isMuted: String { text("muted") }

  /// Why there is no newer response, or none, in a few words.
  ///
  /// - Parameters:
  ///   - problem: The problem of the last try.
  ///   - day: The day of the last good response; `nil` if there is none.
  /// - Returns: A few words.
  public static func problem(_ problem: ReloadProblem, lastAnswer day: Day?) -> String {
    if problem == .gone { return text("deleted or private") }
    if problem == .blocked { return text("blocked") }
    guard let day else { return text("last try failed") }
    return text("not loaded since {date}", ["date": DateText.date(day)])
  }

  // MARK: Opening

  /// No application opens web pages.
  public static func noBrowser(_ address: String) -> String {
    text(
      "no application opens web pages: {address}; install a browser",
      ["address": address])
  }

  /// The first twenty names.
  private static func list(_ names: [RepositoryName]) -> String {
    ListText.words(names.map(\.description), atMost: 20)
  }
}
