public import HaruCore

/// The findings of `haru doctor`, and what to do about them.
public enum DoctorText {
  /// The store has no problem.
  public static func store(_ path: String, count: Int) -> String {
    text(
      "store: {path} · {count} day", "store: {path} · {count} days", count: count, ["path": path])
  }
  /// The store is damaged or cannot be read.
  public static func badStore(_ reason: String) -> String {
    text("store: {reason}", ["reason": reason])
  }
  /// The time zone is one that the system does not know.
  public static func unknownZone(_ name: String) -> String {
    text(
      "time zone: {name} is not known here, so UTC counts; to mend it, correct TZ or install tzdata",
      ["name": SafeText.line(name)])
  }
  /// What the server was found to be.
  public static func manner(_ manner: ServerManner) -> String {
    let values: KeyValuePairs = [
      "row": manner.name, "study": study(manner),
      "pictures": manner.drawsPictures ? text("pictures are drawn") : text("pictures are left out"),
    ]
    return manner.isKnown
      ? text("notification server: known as {row} · {study} · {pictures}", values)
      : text("notification server: unknown to Haru · {study} · {pictures}", values)
  }
  private static func study(_ manner: ServerManner) -> String {
    switch manner.foundButtons {
    case .drawn: text("buttons are drawn, Study is one click")
    case .inBanner: text("buttons are in the banner only, Study is one click there")
    case .inMenu: text("buttons are in a menu, and a second click on the text studies")
    case .perhaps: text("buttons may be drawn, and a second click on the text studies")
    case .nowhere:
      manner.asksOnBodyClick
        ? text("buttons are nowhere, a second click on the text studies")
        : text("buttons are nowhere, haru mark studies")
    }
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
  /// Days are not exchanged, for a reason in a sentence.
  public static func sync(_ reason: String) -> String {
    text("sync: {reason}", ["reason": reason])
  }
  /// A task list is not as it ought to be, for a reason in a sentence.
  public static func tasks(because reason: String) -> String {
    text("tasks: {reason}", ["reason": reason])
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
}
