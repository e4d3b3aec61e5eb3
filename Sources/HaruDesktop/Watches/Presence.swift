/// Tells when the user comes back to the screen, from signals alone (docs/desktop.md#lock-and-idle).
@MainActor
public final class Presence {
  private static let screenSavers = ["freedesktop", "gnome", "mate", "xfce", "cinnamon"].map {
    "org.\($0).ScreenSaver"
  }
  private static let logind = "org.freedesktop.login1"

  /// Receives the object of the user's graphical session, for the log.
  public var onSession: @MainActor (String) -> Void = { _ in }

  private let onReturn: @MainActor () -> Void
  private var absence = Absence()
  private var system: Bus?
  private var session: (path: String, subscription: Bus.Subscription)?

  /// Listens from now on.
  ///
  /// - Parameters:
  ///   - bus: The session bus, on which screen savers are.
  ///   - onReturn: Runs when the user is back.
  public init(on bus: Bus, onReturn: @escaping @MainActor () -> Void) {
    self.onReturn = onReturn
    for name in Presence.screenSavers {
      bus.subscribe(sender: name, interface: name, member: "ActiveChanged", path: nil) {
        [weak self] in
        guard let isActive = $0.children.first?.bool else { return }
        self?.changed(.screenSaver(name), isActive)
      }
    }
    Bus.system { [weak self] in
      self?.system = try? $0.get()
      self?.findSession()
    }
  }

  /// Looks for the graphical session of the user; another login may have replaced it.
  public func findSession() {
    let display = [Variant.string(Presence.logind + ".User"), .string("Display")]
    let get = Bus.Method(
      Presence.logind, "/org/freedesktop/login1/user/self", "org.freedesktop.DBus.Properties",
      "Get")
    system?.call(get, display) { [weak self] reply in
      // The session's id and its object.
      let session = (try? reply.get())?.children.first?.children.first?.children ?? []
      if session.count == 2, let path = session[1].string, path != "/" { self?.listen(to: path) }
    }
  }

  private func listen(to path: String) {
    guard let system, session?.path != path else { return }
    if let session { system.unsubscribe(session.subscription) }
    let subscription = system.subscribe(
      toFlagsOf: Presence.logind + ".Session", sender: Presence.logind, path: path
    ) { [weak self] in self?.changed($0, $1) }
    session = (path, subscription)
    onSession(path)
  }

  private func changed(_ property: String, _ value: Bool) {
    switch property {
    case "LockedHint": changed(.lock, value)
    case "IdleHint": changed(.idle, value)
    default: break
    }
  }

  private func changed(_ sign: Absence.Sign, _ isAway: Bool) {
    if absence.isOver(after: sign, isAway) { onReturn() }
  }
}

/// What tells that the user is away: a locked screen, a desktop that calls them idle, a screen saver.
struct Absence {
  enum Sign: Hashable {
    case lock, idle
    case screenSaver(String)
  }

  private var signs: Set<Sign> = []

  /// Adds or removes a sign of an absence.
  ///
  /// - Returns: Whether it was the last one, so that the user is back. A user who moves the pointer on a
  ///   locked screen is no longer idle, and still away.
  mutating func isOver(after sign: Sign, _ isAway: Bool) -> Bool {
    if isAway {
      signs.insert(sign)
      return false
    }
    return signs.remove(sign) != nil && signs.isEmpty
  }
}
