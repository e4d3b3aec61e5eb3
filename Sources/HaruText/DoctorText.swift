public import HaruCore

/// What `haru doctor` finds, and what to do about it.
public enum DoctorText {
  /// The settings can be read.
  public static func settings(_ path: String) -> String {
    text("settings: {path}", ["path": path])
  }
  /// The store is sound.
  public static func store(_ path: String, count: Int) -> String {
    text(
      "store: {path} · {count} day", "store: {path} · {count} days", count: count, ["path": path])
  }
  /// There is no store yet.
  public static func noStore(_ path: String) -> String {
    text("store: none yet, the first mark makes it: {path}", ["path": path])
  }
  /// The store is not sound, or cannot be read.
  public static func badStore(_ reason: String) -> String {
    text("store: {reason}", ["reason": reason])
  }
  /// The zone, and what the clock says there.
  public static func zone(_ name: String, now: String) -> String {
    text("time zone: {name} · now {now}", ["name": name, "now": now])
  }
  /// The language.
  public static func locale(_ name: String) -> String {
    text("language: {name}", ["name": name])
  }
  /// The environment names a locale that the system does not have.
  public static func missingLocale(_ name: String) -> String {
    text(
      "language: the system has no locale {name}; make it with locale-gen or choose another",
      ["name": name])
  }
  /// There is a bus.
  public static var bus: String { text("session bus: there") }
  /// There is none.
  public static func noBus(_ reason: String) -> String {
    text("session bus: {reason}; log in to a desktop, or use dbus-run-session", ["reason": reason])
  }
  /// The notification server and what it can do.
  public static func server(_ name: String, _ capabilities: String) -> String {
    text(
      "notification server: {name} · {capabilities}",
      ["name": name, "capabilities": capabilities])
  }
  /// There is no notification server.
  public static var noServer: String {
    text("notification server: none; install one, such as dunst or mako")
  }
  /// There is one that starts when it is needed.
  public static var sleepingServer: String {
    text("notification server: not running, starts when needed")
  }
  /// The server has no buttons.
  public static func noButtons(_ name: String) -> String {
    text(
      "notification server: {name} shows no buttons; use haru mark, or bind haru toggle to a key",
      ["name": name])
  }
  /// Cards can be drawn.
  public static func cards(_ drawer: String) -> String {
    text("cards: drawn by {path}", ["path": drawer])
  }
  /// Cards cannot be drawn.
  public static func noCards(_ drawer: String) -> String {
    text("cards: none; haru-draw is not installed: {path}", ["path": drawer])
  }
  /// The settings have cards hidden somewhere.
  public static func cardsHidden(in place: Settings.CardPlace, because file: String) -> String {
    switch place {
    case .notification:
      text("cards: hidden in notifications because of [Cards] hidden in {file}", ["file": file])
    case .viewer:
      text("cards: hidden in the viewer because of [Cards] hidden in {file}", ["file": file])
    }
  }
  /// How many repositories are watched, and when the last answer came.
  public static func watches(_ count: Int, lastAnswer: Instant?, _ when: MomentText) -> String {
    guard let lastAnswer else {
      return text(
        "watches: {count} repository, not loaded yet",
        "watches: {count} repositories, not loaded yet", count: count)
    }
    return text(
      "watches: {count} repository · last answer {when}",
      "watches: {count} repositories · last answer {when}", count: count,
      ["when": when.at(lastAnswer)])
  }
  /// Some of them were not loaded.
  public static func watchesNotLoaded(_ count: Int) -> String {
    text(
      "watches: {count} not loaded; haru repo show says why",
      "watches: {count} not loaded; haru repo show says why", count: count)
  }
  /// None of them is loaded for a while.
  public static func watchesPaused(_ reason: String) -> String {
    text("watches: {reason}", ["reason": reason])
  }
  /// The program that loads them is missing.
  public static func noFetcher(_ fetcher: String) -> String {
    text("watches: none is loaded; haru-fetch is not installed: {path}", ["path": fetcher])
  }
  /// As whom GitHub is asked.
  public static func token(from origin: String) -> String {
    text("GitHub: asked with the token of {origin}", ["origin": origin])
  }
  /// GitHub is asked as nobody.
  public static var noToken: String {
    text("GitHub: asked without a token, so it answers 60 times an hour; for more: gh auth login")
  }
  /// What opens pictures.
  public static func viewer(_ application: String) -> String {
    text("pictures: opened by {application}", ["application": application])
  }
  /// Nothing opens pictures.
  public static var noViewer: String {
    text("pictures: no application opens them; install an image viewer, such as loupe or gwenview")
  }
  /// The agent runs.
  public static func agent(_ version: String) -> String {
    text("agent: running, version {version}", ["version": version])
  }
  /// The agent does not run.
  public static var noAgent: String { text("agent: not running; start it with: haru-agent &") }
  /// The agent is of another version than the command line.
  public static func otherAgent(_ version: String, own: String) -> String {
    text(
      "agent: running, version {version}, but this is {own}; log in again to start the newer one",
      ["version": version, "own": own])
  }
  /// It starts at login.
  public static var autostart: String { text("start at login: yes") }
  /// It does not start at login.
  public static var noAutostart: String {
    text("start at login: no; to change that: haru autostart enable")
  }
}
