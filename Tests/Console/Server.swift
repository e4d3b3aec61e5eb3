import HaruDesktop
import HaruSystem

/// The notification server: what is shown, and what clients and the user do with it.
@MainActor
final class Server {
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  private let bus: Bus
  private let manners: Manners
  private let witness: StoreWitness?
  private let printer: any Printer
  private var object: BusObject?

  /// The shown notifications, the newest last.
  private var shown: [ReceivedNotification] = []
  /// What is drawn of each that is on the screen, if the server plays another.
  private var drawn: [UInt32: Drawn] = [:]
  /// The sender of each id, closed ones too.
  private var senders: [UInt32: String] = [:]
  private var lastID: UInt32 = 0
  /// The id that the next new notification gets, if an action has set one free.
  private var freedID: UInt32?
  /// Notifications that `hold-close` keeps.
  private var held: [UInt32: Wait] = [:]
  /// Calls that wait for an answer while the server hangs.
  private var unanswered: [@MainActor () -> Void]?

  /// Puts the server's object on a bus; its name is not taken yet.
  init(
    on bus: Bus, manners: Manners, witness: StoreWitness?, printer: any Printer
  ) throws(GLibError) {
    self.bus = bus
    self.manners = manners
    self.witness = witness
    self.printer = printer
    object = try BusObject(self, Server.interface, on: bus, at: Server.path)
  }

  /// The notification that was shown last.
  var newest: ReceivedNotification? { shown.last }

  // MARK: What clients ask

  func receive(_ answer: @escaping @MainActor () -> Void) {
    guard unanswered == nil else {
      unanswered?.append(answer)
      return
    }
    answer()
  }

  func answerCapabilities(_ call: BusCall) {
    printer.print(.capabilities(at: Uptime.microseconds))
    answer(call, [.strings(manners.capabilities)])
  }

  func answerInformation(_ call: BusCall) {
    answer(call, [manners.name, manners.vendor, manners.version, "1.2"].map(Variant.string))
  }

  func notify(_ call: BusCall) {
    var notification = ReceivedNotification(call)
    let now = Uptime.microseconds
    // Before the answer: what the notification calls stored has to be in the file by now.
    let mark = witness?.look(at: notification)
    let replaced = shown.firstIndex { $0.id == notification.replaces }.map { shown.remove(at: $0) }
    notification.id =
      manners.renumbers ? newID(wanted: 0) : replaced?.id ?? newID(wanted: notification.replaces)
    shown.removeAll { $0.id == notification.id }
    shown.append(notification)
    draw(notification, isNew: replaced == nil)
    senders[notification.id] = notification.sender
    printer.print(.notify(notification, at: now, replaced: replaced, mark: mark))
    if let problem = mark?.problem { printer.print(.error(problem)) }
    expireInTime(notification)

    answer(call, [.uint32(manners.hidesIDs ? 0 : notification.id)])
  }

  /// Only what asks for a time goes by itself.
  private func expireInTime(_ notification: ReceivedNotification) {
    guard notification.expiresAfter > 0, manners.double == nil else { return }
    MainLoop.after(milliseconds: Int(notification.expiresAfter)) { [weak self] in
      self?.remove(notification.id, .expired)
    }
  }

  private func answer(_ call: BusCall, _ values: [Variant] = []) {
    guard manners.delayMilliseconds > 0, manners.delayed.contains(call.method) else {
      return call.reply(values)
    }
    MainLoop.after(milliseconds: manners.delayMilliseconds) { call.reply(values) }
  }

  private func newID(wanted: UInt32) -> UInt32 {
    if manners.trustsIDs, wanted != 0 { return wanted }
    if let freed = freedID {
      freedID = nil
      return freed
    }
    lastID += 1
    return lastID
  }

  func close(_ call: BusCall) {
    guard manners.closes else {
      return call.fail("org.freedesktop.DBus.Error.UnknownMethod", "CloseNotification")
    }
    let id = UInt32(call.integer(0))
    printer.print(.close(id: id, at: Uptime.microseconds))
    if let double = manners.double { return close(id, by: double, call) }
    defer { answer(call) }
    if manners.holdCloseMilliseconds > 0 {
      guard held[id] == nil else { return }
      held[id] = MainLoop.after(milliseconds: manners.holdCloseMilliseconds) { [weak self] in
        self?.remove(id, .closedByCall)
      }
    } else {
      remove(id, .closedByCall)
    }
  }

  // MARK: What the user does

  /// Presses a button of a notification, shown or not.
  func click(_ id: UInt32, key: String) {
    let now = Uptime.microseconds
    emit("ActionInvoked", id, .string(key))
    printer.print(.clicked(id: id, key: key, at: now))
    guard let notification = shown.first(where: { $0.id == id }) else { return }
    if let double = manners.double {
      return end(notification, key == "default" ? double.afterBody : double.afterButton)
    }
    switch manners.afterAction {
    case .keep:
      if !notification.isResident { remove(id, .dismissed) }
    case .newID, .sameID:
      remove(id, .dismissed)
    }
  }

  /// Closes a notification; does nothing if it is not shown.
  func remove(_ id: UInt32, _ reason: CloseReason) {
    held.removeValue(forKey: id)?.cancel()
    guard let index = shown.firstIndex(where: { $0.id == id }) else { return }
    let notification = shown.remove(at: index)
    drawn[id] = nil
    if manners.afterAction == .sameID { freedID = id }
    emit("NotificationClosed", id, .uint32(reason.rawValue))
    printer.print(.closed(notification, reason))
  }

  /// Closes the notifications that `hold-close` keeps.
  func release() {
    for id in held.keys.sorted() { remove(id, .closedByCall) }
  }

  /// Stops answering.
  func hang() {
    unanswered = unanswered ?? []
  }

  /// Answers again, first the calls that waited.
  func resume() {
    let calls = unanswered ?? []
    unanswered = nil
    for call in calls { receive(call) }
  }

  // MARK: Playing another server

  /// What is on the screen, the newest last.
  var screen: [Drawn] { shown.compactMap { drawn[$0.id] } }

  private func draw(_ notification: ReceivedNotification, isNew: Bool) {
    guard let double = manners.double else { return }
    let isBar =
      double.drawsTagAsBar
      && notification.hints.contains { $0.name == "x-canonical-private-synchronous" }
    let isDrawn =
      switch double.replaced {
      case .always: true
      case .onScreen: isNew || drawn[notification.id] != nil
      case .never: isNew
      }
    if isDrawn, !isBar { drawn[notification.id] = Drawn(notification, by: double) }
  }

  private func close(_ id: UInt32, by double: ServerDouble, _ call: BusCall) {
    guard shown.contains(where: { $0.id == id }) else {
      if double.refusesUnknown { return call.fail("org.freedesktop.DBus.Error.Failed", "") }
      return answer(call)
    }
    remove(id, double.closeReasons[0])
    for reason in double.closeReasons.dropFirst() {
      emit("NotificationClosed", id, .uint32(reason.rawValue))
    }
    answer(call)
  }

  /// Presses a button that is drawn on the newest on the screen.
  func press(_ label: String) -> Bool {
    guard let drawn = screen.last, let button = drawn.buttons.first(where: { $0.label == label })
    else { return false }
    click(drawn.notification.id, key: button.key)
    return true
  }

  /// Clicks the body of the newest on the screen.
  func touch() -> Bool {
    guard let double = manners.double, let drawn = screen.last else { return false }
    let (id, actions) = (drawn.notification.id, drawn.notification.actions)
    if actions.contains(where: { $0.key == "default" }) {
      click(id, key: "default")
      return true
    }
    switch double.bodyWithoutDefault {
    case .sendsFirstAction:
      if let first = actions.first { click(id, key: first.key) } else { remove(id, .dismissed) }
    case .closes(let reason): remove(id, reason)
    case .hides: self.drawn[id] = nil
    }
    return true
  }

  private func end(_ notification: ReceivedNotification, _ after: ServerDouble.AfterClick) {
    switch after {
    case .closed(let reason): remove(notification.id, reason)
    case .closedOrHidden where notification.isResident: drawn[notification.id] = nil
    case .closedOrHidden: remove(notification.id, .dismissed)
    case .forgotten:
      shown.removeAll { $0.id == notification.id }
      drawn[notification.id] = nil
    }
  }

  private func emit(_ member: String, _ id: UInt32, _ argument: Variant) {
    object?.emit(
      member, [.uint32(id), argument], to: manners.isBroadcasting ? nil : senders[id])
    // A test that reads of the signal may end this process at once.
    bus.flush()
  }
}
