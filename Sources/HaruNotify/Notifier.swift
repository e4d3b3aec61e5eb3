public import HaruDesktop

/// One living notification, on whatever server the session has.
///
/// Everything is said to a server that has just answered, and never from inside a callback of
/// libnotify. Clicks are taken from the bus for every id this server gave us, because libnotify
/// forgets an id when it is closed, while a server may still send a click on it.
@MainActor
public final class Notifier {
  /// A press on a button, or on the body with the key `default`.
  public struct Click: Hashable, Sendable {
    /// The key of the button.
    public let key: String
    /// Whether it was on the notification that is shown now.
    public let isOnLiving: Bool
  }

  /// Hears each click, in order.
  public var onClick: @MainActor (Click) -> Void = { _ in }
  /// Hears that a server has come; the argument says whether one took something with it before.
  public var onServer: @MainActor (_ lostSomething: Bool) -> Void = { _ in }
  /// Hears that a while has passed without a server; what is shown now starts one.
  public var onMissingServer: @MainActor () -> Void = {}
  /// Hears what went wrong, for the log.
  public var onProblem: @MainActor (String) -> Void = { _ in }

  /// Hears the id of each notification that a server has taken, for the log.
  public var onShown: @MainActor (UInt32) -> Void = { _ in }

  /// What is to be done as soon as the server answers.
  private enum Request {
    /// Show it as a new notification.
    case show(Notification)
    /// Change what is shown, if something is.
    case update(Notification)
  }

  private let bus: Bus
  private let sender: Sender
  private var living: ShownNotification?
  private var issued: Set<UInt32> = []
  private var request: Request?
  private var failures = 0

  /// Counts the servers that came and went, so that an answer of an earlier one is known.
  private var generation = 0
  private var hasServer = false
  private var listsManyButtons = false
  private var lostSomething = false
  private var isAsking = false
  private var mayStartServer = false

  /// Makes a notifier that watches for a server from now on.
  ///
  /// - Parameters:
  ///   - bus: The session's bus.
  ///   - sender: Who the notifications come from.
  public init(bus: Bus, sender: Sender) {
    self.bus = bus
    self.sender = sender
    ShownNotification.begin(applicationName: sender.name)
    listen("ActionInvoked") { [weak self] in self?.actionInvoked($0) }
    listen("NotificationClosed") { [weak self] in self?.notificationClosed($0) }
    bus.watch(
      name: Server.name, appeared: { [weak self] _ in self?.serverAppeared() },
      vanished: { [weak self] in self?.serverVanished() })
    // At login a server may be on its way; only after a while is one started (desktop.md rule 9).
    MainLoop.after(milliseconds: Server.graceMilliseconds) { [weak self] in
      guard let self else { return }
      mayStartServer = true
      if !hasServer { onMissingServer() }
      proceed()
    }
  }

  /// Whether a notification is shown, or will be as soon as a server takes it.
  public var isShowing: Bool {
    if case .show = request { true } else { living != nil }
  }

  /// Shows a notification as a new one, in place of the one that is shown.
  public func show(_ notification: Notification) {
    request = .show(notification)
    proceed()
  }

  /// Changes the notification that is shown; nothing happens if none is, or if it says the same.
  public func update(_ notification: Notification) {
    if case .show = request {
      request = .show(notification)
    } else if let living {
      request = living.notification == notification ? nil : .update(notification)
      proceed()
    }
  }

  /// Takes the notification away.
  public func withdraw() {
    request = nil
    closeLiving()
  }

  /// Hears no more clicks on an id, because a server has given it to another notification of ours.
  public func letGo(of id: UInt32) {
    issued.remove(id)
    if living?.id == id { living = nil }
  }

  /// Takes the notification away and waits until the request has left the process, as at its end.
  public func withdrawAndFlush() {
    withdraw()
    bus.flush()
  }

  // MARK: Showing

  private func proceed() {
    guard let request, !isAsking else { return }
    guard hasServer else { return startServer() }
    switch request {
    case .show:
      closeLiving()
    case .update(let notification):
      guard let living else {
        self.request = nil
        return
      }
      // On a replacement LXQt keeps the old buttons and GNOME drops them (servers.md rule 8).
      if living.notification.actions != notification.actions {
        self.request = .show(notification)
        closeLiving()
      }
    }
    askCapabilities()
  }

  /// Asks what the server can do; its answer also says that it lives, and that every signal it
  /// sent before is known here, the closing of the last notification among them.
  private func askCapabilities() {
    isAsking = true
    let asked = generation
    bus.call(Server.method("GetCapabilities"), timeoutMilliseconds: .max) { [weak self] reply in
      guard let self, generation == asked else { return }
      isAsking = false
      switch reply {
      case .success(let reply):
        publish(to: Set(reply.children.first?.children.compactMap(\.string) ?? []))
      case .failure(let error):
        retry(after: error)
      }
    }
  }

  private func publish(to capabilities: Set<String>) {
    do {
      switch request {
      case .show(let notification):
        // Something may have been shown meanwhile only if this is a second request: start over.
        guard living == nil else { return proceed() }
        let shown = try ShownNotification(
          notification, from: sender, capabilities: capabilities,
          offersBody: !listsManyButtons || notification.actions.count < 3)
        living = shown
        taken(shown.id)
      case .update(let notification):
        guard let living else { break }
        guard living.notification.actions == notification.actions else { return proceed() }
        try living.replace(with: notification, from: sender, capabilities: capabilities)
        taken(living.id)
      case nil:
        break
      }
      request = nil
      failures = 0
    } catch {
      retry(after: error)
    }
  }

  private func taken(_ id: UInt32) {
    issued.insert(id)
    onShown(id)
  }

  /// A server may refuse for a moment: Plasma takes no two alike within a second.
  private func retry(after error: GLibError) {
    onProblem("the notification server refused: \(error)")
    failures += 1
    guard failures <= 3 else {
      failures = 0
      request = nil
      return
    }
    let tried = generation
    MainLoop.after(milliseconds: failures * 1100) { [weak self] in
      guard let self, generation == tried else { return }
      proceed()
    }
  }

  private func closeLiving() {
    guard let living else { return }
    self.living = nil
    close(living.id)
  }

  private func close(_ id: UInt32) {
    // An id that is closed already is an error on notification-daemon, and no matter.
    bus.call(Server.method("CloseNotification"), [.uint32(id)])
  }

  // MARK: The server

  private func serverAppeared() {
    hasServer = true
    askName()
    onServer(lostSomething)
    lostSomething = false
    proceed()
  }

  /// Asked before the capabilities, it is answered before anything is shown.
  private func askName() {
    let asked = generation
    bus.call(Server.method("GetServerInformation")) { [weak self] reply in
      guard let self, generation == asked else { return }
      let name = (try? reply.get())?.children.first?.string
      listsManyButtons = name == Server.listingServer
    }
  }

  /// Everything shown is gone, and ids start again: a remembered one would name somebody else's
  /// notification (desktop.md rule 10).
  private func serverVanished() {
    hasServer = false
    listsManyButtons = false
    generation += 1
    isAsking = false
    lostSomething = lostSomething || living != nil
    living = nil
    issued = []
    proceed()
  }

  /// Asks the bus to start a server, once, if it knows one; MATE's lives only while it is needed
  /// (rule 8).
  private func startServer() {
    guard mayStartServer, case .show = request else { return }
    mayStartServer = false
    bus.call(.ofBus("ListActivatableNames")) { [weak self] reply in
      guard let self else { return }
      let names = (try? reply.get())?.children.first?.children.compactMap(\.string) ?? []
      guard names.contains(Server.name), !hasServer else {
        mayStartServer = true
        return
      }
      bus.call(
        .ofBus("StartServiceByName"), [.string(Server.name), .uint32(0)],
        timeoutMilliseconds: Server.startMilliseconds
      ) { [weak self] reply in
        self?.mayStartServer = true
        if case .failure(let error) = reply {
          self?.onProblem("no notification server could be started: \(error)")
        }
      }
    }
  }

  // MARK: Signals

  private func listen(_ member: String, _ handler: @escaping @MainActor (Variant) -> Void) {
    bus.subscribe(
      sender: Server.name, interface: Server.name, member: member, path: Server.path,
      handler: handler)
  }

  private func actionInvoked(_ arguments: Variant) {
    let values = arguments.children
    guard values.count == 2, let id = values[0].integer.map({ UInt32(truncatingIfNeeded: $0) }),
      let key = values[1].string, issued.contains(id)
    else { return }
    let isOnLiving = living?.id == id
    // An older one that was still on the screen would stay there on some servers.
    if !isOnLiving { close(id) }
    onClick(Click(key: key, isOnLiving: isOnLiving))
  }

  private func notificationClosed(_ arguments: Variant) {
    guard let id = arguments.children.first?.integer, let living, Int64(living.id) == id else {
      return
    }
    self.living = nil
  }
}
