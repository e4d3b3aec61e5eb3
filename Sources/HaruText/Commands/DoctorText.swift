public import HaruCore

/// The findings of `haru doctor`, and what to do about them.
public enum DoctorText {
  /// The settings can be read.
  public static func settings(_ path: String) -> String {
    text("settings: {path}", ["path": path])
  }
  /// The store has no problem.
  public static func store(_ path: String, count: Int) -> String {
    text(
      "store: {path} · {count} day", "store: {path} · {count} days", count: count, ["path": path])
  }
  /// Other users may read the store, or change it; the mode is in octal.
  public static func openStore(_ path: String, mode: String) -> String {
    text(
      "store: open to other users (mode {mode}): chmod 600 {path}", ["mode": mode, "path": path])
  }
  /// A program of the user's own that can be run.
  public static func hook(_ name: String) -> String {
    text("hook: {name}", ["name": name])
  }
  /// A file among the hooks that nothing ever starts.
  public static func unknownHook(_ name: String, known: [String]) -> String {
    text(
      "hook: {name} is no name of a hook; the names are {names}",
      ["name": SafeText.line(name), "names": known.joined(separator: ", ")])
  }
  /// There is no store yet.
  public static func noStore(_ path: String) -> String {
    text("store: none yet; the first mark creates it: {path}", ["path": path])
  }
  /// The store is damaged or cannot be read.
  public static func badStore(_ reason: String) -> String {
    text("store: {reason}", ["reason": reason])
  }
  /// The time zone and its current time.
  public static func zone(_ name: String, now: String) -> String {
    text("time zone: {name} · now {now}", ["name": name, "now": now])
  }
  /// The time zone is one that the system does not know.
  public static func unknownZone(_ name: String) -> String {
    text(
      "time zone: {name} is not known here, so UTC counts; to mend it, correct TZ or install tzdata",
      ["name": SafeText.line(name)])
  }
  /// The language.
  public static func locale(_ name: String) -> String {
    text("language: {name}", ["name": name])
  }
  /// The locale of the environment is not installed.
  public static func missingLocale(_ name: String) -> String {
    text(
      "language: locale not installed: {name}; create it with locale-gen, or choose another",
      ["name": name])
  }
  /// The session bus runs.
  public static var bus: String { text("session bus: running") }
  /// There is no session bus.
  public static func noBus(_ reason: String) -> String {
    text("session bus: {reason}; log in to a desktop, or use dbus-run-session", ["reason": reason])
  }
  /// The notification server and its capabilities.
  public static func server(_ name: String, _ capabilities: String) -> String {
    text(
      "notification server: {name} · {capabilities}",
      ["name": name, "capabilities": capabilities])
  }
  /// What the server was found to be.
  public static func manner(_ found: FoundServer) -> String {
    let values: KeyValuePairs = [
      "row": found.row ?? "", "study": study(found),
      "pictures": found.drawsPictures ? text("pictures are drawn") : text("pictures are left out"),
    ]
    return found.row == nil
      ? text("notification server: unknown to Haru · {study} · {pictures}", values)
      : text("notification server: known as {row} · {study} · {pictures}", values)
  }
  private static func study(_ found: FoundServer) -> String {
    switch found.buttons {
    case .drawn: text("buttons are drawn, Study is one click")
    case .inBanner: text("buttons are in the banner only, Study is one click there")
    case .inMenu: text("buttons are in a menu, and a second click on the text studies")
    case .perhaps: text("buttons may be drawn, and a second click on the text studies")
    case .nowhere:
      found.bodyClick == .studies
        ? text("buttons are nowhere, a second click on the text studies")
        : text("buttons are nowhere, haru mark studies")
    }
  }
  /// There is no notification server.
  public static var noServer: String {
    text("notification server: none; install one, such as dunst or mako")
  }
  /// The session bus starts the notification server when it is needed.
  public static var sleepingServer: String {
    text("notification server: not running, starts when needed")
  }
  /// The server has no buttons.
  public static func noButtons(_ name: String) -> String {
    text(
      "notification server: {name} shows no buttons; use haru mark, or set a key with haru shortcut",
      ["name": name])
  }
  /// Cards can be drawn.
  public static func cards(_ drawer: String) -> String {
    text("cards: drawn by {path}", ["path": drawer])
  }
  /// Cards cannot be drawn.
  public static func noCards(_ drawer: String) -> String {
    text("cards: haru-draw is not installed: {path}", ["path": drawer])
  }
  /// Cards cannot be drawn, because a library is missing.
  public static func noPango(_ drawer: String) -> String {
    text("cards: haru-draw does not start without Pango: {path}", ["path": drawer])
  }
  /// The settings hide cards.
  public static func cardsHidden(in place: Settings.CardPlace, because file: String) -> String {
    switch place {
    case .notification:
      text("cards: hidden in notifications by [Cards] hidden in {file}", ["file": file])
    case .viewer:
      text("cards: hidden in the viewer by [Cards] hidden in {file}", ["file": file])
    }
  }
  /// The program for them is missing.
  public static func noWatches(_ program: String) -> String {
    text("watches: haru-repo is not installed: {path}", ["path": program])
  }
  /// Watches cannot be loaded, because a library is missing.
  public static func noCurl(_ program: String) -> String {
    text("watches: haru-repo does not start without libcurl: {path}", ["path": program])
  }
  /// Days are exchanged with other machines.
  public static func sync(_ folder: String, device: String) -> String {
    text("sync: as {name} in {path}", ["name": device, "path": folder])
  }
  /// Days are not exchanged, for a reason in a sentence.
  public static func sync(_ reason: String) -> String {
    text("sync: {reason}", ["reason": reason])
  }
  /// A task list is kept.
  public static func tasks(_ folder: String) -> String {
    text("tasks: in {path}", ["path": folder])
  }
  /// A task list is not as it ought to be, for a reason in a sentence.
  public static func tasks(because reason: String) -> String {
    text("tasks: {reason}", ["reason": reason])
  }
  /// The terminal in which the calendar opens.
  public static func terminal(_ program: String) -> String {
    text("calendar: opened in {program}", ["program": program])
  }
  /// No terminal was found, so that the calendar opens as a picture.
  public static var noTerminal: String {
    text("calendar: opened as a picture; install a terminal, such as gnome-terminal or konsole")
  }
  /// The calendar opens as a picture, because its editor is missing.
  public static func noEditor(_ editor: String) -> String {
    text(
      "calendar: opened as a picture, because haru-edit is not installed: {path}", ["path": editor])
  }
  /// The calendar opens as a picture, because its editor lacks a library.
  public static func noCurses(_ editor: String) -> String {
    text(
      "calendar: opened as a picture, because haru-edit does not start without ncurses: {path}",
      ["path": editor])
  }
  /// The application that opens pictures.
  public static func viewer(_ application: String) -> String {
    text("pictures: opened by {application}", ["application": application])
  }
  /// No application opens pictures.
  public static var noViewer: String {
    text("pictures: no image viewer; install one, such as loupe or gwenview")
  }
  /// What can have started the agent.
  public enum Starter: Sendable {
    /// systemd, by its unit.
    case systemd
    /// The session bus, because a program called it.
    case bus
  }
  /// The agent runs.
  public static func agent(_ version: String, startedBy starter: Starter? = nil) -> String {
    let values: KeyValuePairs = ["version": version]
    return switch starter {
    case .systemd: text("agent: running, version {version}, started by systemd", values)
    case .bus:
      text("agent: running, version {version}, started because a program called it", values)
    case nil: text("agent: running, version {version}", values)
    }
  }
  /// The agent does not run.
  public static var noAgent: String { text("agent: not running; start it with: haru agent start") }
  /// The running agent has another version than the command line.
  public static func otherAgent(_ version: String, own: String) -> String {
    text(
      "agent: running, version {version}, not {own}; log in again to start the installed version",
      ["version": version, "own": own])
  }
  /// The agent starts at login.
  public static var autostart: String { text("start at login: yes") }
  /// Whether the agent starts at login is not known, or is up to the desktop.
  public static var autostartDepends: String {
    text("start at login: depends on your desktop; to see how: haru autostart status")
  }
  /// The agent does not start at login.
  public static var noAutostart: String {
    text("start at login: no; to enable it: haru autostart enable")
  }
}
