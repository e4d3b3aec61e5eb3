internal import HaruCore
public import HaruDesktop
internal import HaruSystem

/// The connection to the session's notification server, whichever program that is.
///
/// It watches for a server, and passes each signal on to the living notification that the id belongs
/// to. Clicks are read from the bus, because libnotify forgets an id when the notification is closed,
/// while a server may still send a click on it.
@MainActor
public final class NotificationServer {
  /// Runs when a while has passed without a server; what is shown from then on starts one.
  public var onMissing: @MainActor () -> Void = {}
  /// Runs when *do not disturb* has ended on a server that does not show what came meanwhile.
  public var onUndisturbed: @MainActor () -> Void = {}
  /// Receives what a server was found to be, in the words of docs/servers.md#manners; nothing when it has gone.
  public var onFound: @MainActor ([String: String]) -> Void = { _ in }
  /// Receives each problem, for the log.
  public var onProblem: @MainActor (String) -> Void = { _ in }

  /// How long a login waits for a server before it starts one, as it may be starting itself
  /// (docs/desktop.md#waiting-for-a-server).
  private static let graceMilliseconds = 5000
  private static let startMilliseconds: Int32 = 60_000
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let bus: Bus
  private var notifications: [LivingNotification] = []
  /// Which notification each id of this server belongs to, and what a click on its body stands for; closed ones too.
  private var owners: [UInt32: (notification: LivingNotification, bodyClick: Intent?)] = [:]
  private var doNotDisturb: DoNotDisturb?
  /// Counts the servers that have gone, so that an answer of an earlier one is recognised.
  private var generation = 0
  private var mayStart = false

  /// How many `Notify` calls the server has not answered.
  private var owed = 0
  /// Clicks and closings that came before the answer with their id, in order.
  private var early: [(id: UInt32, signal: Signal)] = []
  private static let mostEarly = 100
  /// What waits until everything is heard.
  private var onAllReceived: (@MainActor () -> Void)?

  /// How long newer content waits for the answer about older content.
  let answerLimitMilliseconds: Int
  /// Whether a server is there.
  private(set) var isThere = false
  /// Names the bus and the connection of the server: ids are those of one server.
  private(set) var identity = ""
  /// Its manner, as far as it has answered.
  private(set) var manner = ServerManner.unknown

  /// Watches for a server from the next turn of the loop on.
  ///
  /// - Parameters:
  ///   - bus: The session bus.
  ///   - applicationName: The name that servers show.
  ///   - answerLimitMilliseconds: How long newer content waits until older content is answered.
  public init(bus: Bus, applicationName: String, answerLimitMilliseconds: Int = 25_000) {
    self.bus = bus
    self.answerLimitMilliseconds = answerLimitMilliseconds
    Composition.begin(applicationName: applicationName)
    listen("ActionInvoked") { [weak self] in self?.actionInvoked($0) }
    listen("NotificationClosed") { [weak self] in self?.notificationClosed($0) }
    // Not at once: the call for which the bus has started this process is to come first.
    MainLoop.later { [weak self] in
      bus.watch(
        name: Self.name, appeared: { self?.appeared($0) }, vanished: { self?.vanished() })
    }
    MainLoop.after(milliseconds: Self.graceMilliseconds) { [weak self] in
      guard let self else { return }
      mayStart = true
      if !isThere { onMissing() }
      notifications.forEach { $0.proceed() }
    }
  }

  /// Makes a living notification, which shows nothing yet.
  public func makeNotification(from sender: Sender) -> LivingNotification {
    let notification = LivingNotification(on: self, from: sender)
    notifications.append(notification)
    return notification
  }

  /// Runs a closure once the server has told every id that it owes and all that it sent before was
  /// received, it has gone, or the time is over.
  public func whenHeard(
    withinMilliseconds limit: Int, _ body: @escaping @MainActor () -> Void
  ) {
    guard isThere, !owners.isEmpty || owed > 0 else { return MainLoop.later(body) }
    onAllReceived = body
    MainLoop.after(milliseconds: limit) { [weak self] in self?.reportAllReceived() }
    if owed == 0 { askForLastAnswer() }
  }

  /// Asks something whose answer comes after all that the server has sent so far.
  private func askForLastAnswer() {
    bus.call(Self.method("GetCapabilities")) { [weak self] _ in
      // What was received meanwhile may have sent something.
      if self?.owed == 0 { self?.reportAllReceived() }
    }
  }

  private func reportAllReceived() {
    let body = onAllReceived
    onAllReceived = nil
    body?()
  }

  // MARK: For living notifications

  /// Asks the server what it can do, and so the rest of its manner.
  ///
  /// The answer also shows that the server is alive, and that every signal it sent before has been
  /// received, such as the closing of the last notification. There is none if the server goes.
  func askManner(_ answer: @escaping @MainActor (Result<ServerManner, GLibError>) -> Void) {
    call("GetCapabilities") { [weak self] reply in
      guard let self else { return }
      answer(
        reply.map {
          let capabilities = $0.children.first?.children.compactMap(\.string) ?? []
          self.manner.capabilities = Set(capabilities)
          self.onFound(self.manner.words)
          return self.manner
        })
    }
  }

  /// Sends a notification; the answer comes late, or not at all, if the server hangs or goes.
  func notify(
    _ content: Content, _ attention: Attention, from sender: Sender,
    to manner: ServerManner, replacing id: UInt32?,
    answer: @escaping @MainActor (Result<UInt32, GLibError>) -> Void
  ) {
    do {
      let arguments = try Composition.arguments(
        for: content, attention, from: sender, to: manner, replacing: id, on: bus)
      notify(arguments, answer: answer)
    } catch {
      answer(.failure(error))
    }
  }

  /// Sends a notification, and counts it until it is answered.
  private func notify(
    _ arguments: [Variant], answer: @escaping @MainActor (Result<UInt32, GLibError>) -> Void
  ) {
    owed += 1
    call("Notify", arguments) { [weak self] reply in
      answer(reply.flatMap(NotificationServer.id))
      self?.answered()
    }
  }

  private static func id(in reply: Variant) -> Result<UInt32, GLibError> {
    let id = reply.children.first?.integer.flatMap(UInt32.init(exactly:))
    return id.map(Result.success) ?? .failure(GLibError("Notify was answered without an id"))
  }

  private func answered() {
    owed -= 1
    guard owed == 0 else { return }
    let strangers = early
    early = []
    for (id, signal) in strangers { receiveForeign(signal, id) }
    if onAllReceived != nil { askForLastAnswer() }
  }

  /// Remembers which notification an id belongs to; the server may have used it for another before.
  func assign(_ id: UInt32, to notification: LivingNotification, bodyClick: Intent? = nil) {
    let before = owners.updateValue((notification, bodyClick), forKey: id)?.notification
    if let before, before !== notification { before.lost(id) }
    let signals = early.filter { $0.id == id }.map(\.signal)
    early.removeAll { $0.id == id }
    for signal in signals { notification.receive(signal, on: id, bodyClick: bodyClick) }
  }

  /// Asks the server to close a notification; it may be closed already.
  func close(_ id: UInt32) {
    bus.call(Self.method("CloseNotification"), [.uint32(id)])
  }

  /// Takes the content of a living notification off the screen and closes it.
  ///
  /// Where the bubble of a closed notification stays until its time is over, one that has no end is
  /// given one first (docs/servers.md#close-signals).
  func remove(_ content: Content, of living: LivingNotification, id: UInt32) {
    if manner.keepsClosedBubble, Composition.hasNoEnd(content.stay, on: manner) {
      expire(content, of: living, id: id)
    }
    bus.call(Self.method("CloseNotification"), [.uint32(id)]) { [weak self] in
      // Without the method the end of its time is the only way.
      if case .failure(let error) = $0, error.isUnknownMethod {
        self?.expire(content, of: living, id: id)
      }
    }
  }

  /// Replaces a notification by the same with an end at once.
  private func expire(_ content: Content, of living: LivingNotification, id: UInt32) {
    guard
      var arguments = try? Composition.arguments(
        for: content, .answer, from: living.sender, to: manner, replacing: id, on: bus)
    else { return }
    arguments[arguments.count - 1] = .int32(1)
    notify(arguments) { [weak self] in
      guard case .success(let new) = $0 else { return }
      // Its end is heard now, and not taken for that of the next one, which may get the same id.
      self?.assign(new, to: living, bodyClick: content.bodyClick)
    }
  }

  /// Asks the bus to start a server, if it knows one: MATE's runs only while it is needed
  /// (docs/desktop.md#no-owner).
  func start() {
    guard mayStart else { return }
    mayStart = false
    bus.call(.ofBus("ListActivatableNames")) { [weak self] reply in
      guard let self else { return }
      let names = (try? reply.get())?.children.first?.children.compactMap(\.string) ?? []
      guard names.contains(Self.name), !isThere else {
        mayStart = true
        return
      }
      bus.call(
        .ofBus("StartServiceByName"), [.string(Self.name), .uint32(0)],
        timeoutMilliseconds: Self.startMilliseconds
      ) { [weak self] reply in
        self?.mayStart = true
        if case .failure(let error) = reply {
          self?.onProblem("no notification server could be started: \(error)")
        }
      }
    }
  }

  // MARK: The server

  private func appeared(_ owner: String) {
    isThere = true
    identity = "\(bus.identity) \(owner)"
    // Asked before the capabilities, this is answered before anything is shown.
    call("GetServerInformation") { [weak self] reply in
      let values = (try? reply.get())?.children.compactMap(\.string) ?? []
      guard values.count >= 3 else { return }
      self?.know(ServerManner.of(name: values[0], vendor: values[1], version: values[2]))
    }
    // So that it is known before the first notification, too.
    askManner { _ in }
    notifications.forEach { $0.serverAppeared() }
  }

  private func know(_ manner: ServerManner) {
    self.manner = manner
    notifications.forEach { $0.serverIsKnown() }
    doNotDisturb = DoNotDisturb(manner.quietSwitch, on: bus) { [weak self] in
      self?.onUndisturbed()
    }
  }

  /// Forgets all ids: the next server counts from the beginning, and a remembered id would be that
  /// of another program's notification (docs/desktop.md#server-restarts).
  private func vanished() {
    (isThere, manner, owners, owed, early) = (false, .unknown, [:], 0, [])
    doNotDisturb = nil
    generation += 1
    onFound([:])
    notifications.forEach { $0.serverVanished() }
    reportAllReceived()
  }

  /// Calls the server, without a time limit; the reply is dropped if it goes meanwhile.
  private func call(
    _ member: String, _ arguments: [Variant] = [],
    reply: @escaping @MainActor (Result<Variant, GLibError>) -> Void
  ) {
    let called = generation
    bus.call(Self.method(member), arguments, timeoutMilliseconds: .max) { [weak self] in
      if self?.generation == called { reply($0) }
    }
  }

  private static func method(_ member: String) -> Bus.Method {
    Bus.Method(name, path, name, member)
  }

  // MARK: Signals

  /// Only signals of the server itself count: any program can send one with an id of ours
  /// (docs/servers.md#who-gets-the-signals).
  private func listen(_ member: String, _ handler: @escaping @MainActor (Variant) -> Void) {
    bus.subscribe(
      sender: Self.name, interface: Self.name, member: member, path: Self.path, handler: handler)
  }

  /// What the server tells of a notification.
  enum Signal {
    /// `nil` for a key that is none of Haru's.
    case clicked(Intent?)
    case closed(reason: Int64)
  }

  private func actionInvoked(_ arguments: Variant) {
    let values = arguments.children
    guard values.count == 2, let key = values[1].string else { return }
    receive(.clicked(Intent(actionKey: key)), values[0])
  }

  private func notificationClosed(_ arguments: Variant) {
    let values = arguments.children
    guard values.count == 2, let reason = values[1].integer else { return }
    receive(.closed(reason: reason), values[0])
  }

  /// Passes a signal on to the notification that the id belongs to.
  ///
  /// An unknown id may be the one that the server has given but not told yet, or that of another
  /// program's notification.
  private func receive(_ signal: Signal, _ id: Variant) {
    guard let id = id.integer.flatMap(UInt32.init(exactly:)) else { return }
    if let owner = owners[id] {
      owner.notification.receive(signal, on: id, bodyClick: owner.bodyClick)
    } else if owed > 0 {
      early.append((id, signal))
      if early.count > Self.mostEarly { early.removeFirst() }
    } else {
      receiveForeign(signal, id)
    }
  }

  /// Passes a click on to the notification whose button it was: some servers give their entries ids of their
  /// own, or keep what they showed before a restart (docs/servers.md#ids).
  private func receiveForeign(_ signal: Signal, _ id: UInt32) {
    guard case .clicked(let intent?) = signal else { return }
    notifications.first { $0.isOwn(intent) }?.receive(signal, on: id)
  }
}
