public import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// One notification that is shown, changed in place and withdrawn as its content changes.
///
/// It is sent only to a server that has just answered, and never from inside a callback of libnotify
/// (docs/desktop.md#never-show-in-a-callback).
@MainActor
public final class LivingNotification {
  /// A press on a button, or on the body.
  public struct Click: Hashable, Sendable {
    /// What the button asks for or, for the body, what it stood for when it was clicked.
    public let intent: Intent
    /// Whether it was on the notification that is shown now, and not on an older one.
    public let isOnLiving: Bool
  }

  /// Whether only one of its buttons can ask for an intent, because that names what it acts on.
  public var isOwn: @MainActor (Intent) -> Bool = { _ in false }
  /// Completes what is to be shown, as with the place of its picture.
  public var completing: @MainActor (Content) -> Content = { $0 }
  /// Receives each click, in order.
  public var onClick: @MainActor (Click) -> Void = { _ in }
  /// Runs when a server has come; the argument tells whether one before it went with the
  /// notification.
  public var onServer: @MainActor (_ wasLost: Bool) -> Void = { _ in }
  /// Receives the id of each notification that a server has taken.
  public var onShown: @MainActor (UInt32) -> Void = { _ in }
  /// Runs when a server has refused the notification; the argument is the time after which `retry`
  /// should be called.
  public var onRefused: @MainActor (_ milliseconds: Int) -> Void = { _ in }

  /// What is wanted next.
  private enum Request {
    /// Show it as something that the user has not seen.
    case show(Content, Attention)
    /// Change the notification that is shown.
    case update(Content)
    /// Close the notification whose id the server has not told yet.
    case withdraw
  }

  /// A notification that a server has taken.
  @MainActor
  private struct Shown {
    let id: UInt32
    let content: Content
    let manner: ServerManner
    private let attention: Attention
    private let shownAt: Int64
    private let since: Int64
    /// When the server has closed it.
    private var closedAt: Int64?

    /// A notification that was taken just now, perhaps in the place of another, whose time goes on.
    init(id: UInt32, _ sent: Sent, after before: Shown?) {
      (self.id, content, manner) = (id, sent.content, sent.manner)
      (attention, shownAt) = (sent.attention, LocalClock.uptimeMilliseconds)
      let replaced = before.flatMap { $0.id == sent.replaced ? $0 : nil }
      since = replaced?.since ?? shownAt
    }

    /// The same, closed just now.
    var closed: Shown {
      var closed = self
      closed.closedAt = LocalClock.uptimeMilliseconds
      return closed
    }

    /// Whether it was closed so shortly ago that the end of its server has done it
    /// (docs/servers.md#close-signals).
    var wasClosedJustNow: Bool {
      closedAt.map { LocalClock.uptimeMilliseconds - $0 < 1000 } ?? false
    }

    /// Whether it answers a click of the last second, whose second half may have closed it unseen
    /// (docs/notifications.md#clicks).
    var isNewAnswer: Bool {
      attention == .answer && LocalClock.uptimeMilliseconds - shownAt < 1000
    }

    /// Whether it may stand in a list only, where the user does not see what becomes of it.
    var mayBeInList: Bool {
      guard manner.expires == .unheard, content.stay != .untilAnswered else { return false }
      return LocalClock.uptimeMilliseconds - since > 5000
    }

    /// Some servers take it from the screen without a word (docs/servers.md#close-signals).
    var isWithinReach: Bool {
      manner.keepsButtons || manner.buttons != .inBanner && staysOnScreen
    }

    private var staysOnScreen: Bool {
      switch content.stay {
      case .untilAnswered, .withinReach: true
      case .asUsual, .briefly: false
      }
    }

    /// Whether it was closed because *do not disturb* is on: it is lost like one that the server calls
    /// shown (docs/servers.md#later-versions).
    func wasNotShown(_ reason: Int64) -> Bool { reason == 4 && manner.quietSwitch == .xfconf }

    /// Whether the user has put it away, to judge by the reason of its closing.
    ///
    /// MATE says *expired* (1) of what the user has put away, but what stays does not expire
    /// (docs/servers.md#close-signals).
    func wasDismissed(_ reason: Int64) -> Bool {
      reason == 2 || reason == 1 && manner.expiresWhenPutAway && staysOnScreen
    }
  }

  /// A notification that a server has been sent and has not answered.
  private final class Sent {
    let content: Content
    let attention: Attention
    let manner: ServerManner
    /// The id of the one that it replaces; `nil` for a new one.
    let replaced: UInt32?
    /// Until when newer content waits for the answer; `nil` if that time is over.
    var limit: Wait?

    init(
      _ content: Content, _ attention: Attention, to manner: ServerManner,
      replacing replaced: UInt32?
    ) {
      (self.content, self.attention) = (content, attention)
      (self.manner, self.replaced) = (manner, replaced)
    }
  }

  private static let tries = 4
  /// Plasma takes no two equal notifications within a second (docs/servers.md#equal-notifications).
  private static let retryMilliseconds = 1100

  private unowned let server: NotificationServer
  let sender: Sender
  private let shownFile: ShownNotificationFile
  private var shown: Shown? {
    didSet {
      // The next server may have kept what stood on the one before it.
      if shown?.id != oldValue?.id, server.isThere {
        shownFile.keep(shown?.id, on: server.identity)
      }
    }
  }
  /// What has left the screen; a list of the server may have it.
  private var gone: Shown?
  private var sent: Sent?
  private var request: Request?
  private var refusals = 0
  private var wasLost = false
  private var isAsking = false
  /// Whether what is shown was closed within a second of its answer, and is shown once more.
  private var isOnceMore = false

  init(on server: NotificationServer, from sender: Sender) {
    (self.server, self.sender) = (server, sender)
    shownFile = ShownNotificationFile(sender.tag)
  }

  /// Whether the user has put away what was shown last.
  public private(set) var wasDismissed = false

  /// Whether the user finds its buttons, unless they have put it away: on the screen, or in a list of the server.
  public var isWithinReach: Bool {
    if let shown { return shown.isWithinReach }
    return isShowing || gone?.manner.keepsButtons ?? false
  }

  /// Whether it is shown, or will be as soon as a server takes it.
  public var isShowing: Bool {
    switch request {
    case .show: true
    case .withdraw: false
    case .update, nil: shown != nil || sent != nil
    }
  }

  /// Whether a click on the body asks, because perhaps the user can reach no button.
  public var asksOnBodyClick: Bool { server.manner.asksOnBodyClick }

  /// Shows it, and nothing of what was shown before.
  public func show(_ content: Content, _ attention: Attention) {
    isOnceMore = false
    request = .show(completing(content), attention)
    proceed()
  }

  /// Changes it if it is shown and differs.
  public func update(_ content: Content) {
    guard isShowing else { return }
    let content = completing(content)
    if case .show(_, let attention) = request {
      request = .show(content, attention)
    } else {
      let latest = sent?.content ?? shown?.content
      request = latest == content ? nil : .update(content)
      proceed()
    }
  }

  /// Closes it.
  public func withdraw() {
    request = sent == nil ? nil : .withdraw
    closeShown()
  }

  /// Sends again what a server has refused.
  public func retry() { proceed() }

  // MARK: Sending

  /// Takes the next step towards what is requested.
  ///
  /// A server is sent one thing at a time: what is requested while it owes an answer waits for that.
  func proceed() {
    guard let request, !isAsking, sent?.limit == nil else { return }
    guard server.isThere else {
      if case .show = request { server.start() }
      return
    }
    switch request {
    case .withdraw:
      return
    case .show(let content, let attention):
      if isRefused(content) {
        self.request = nil
        return
      }
      if !replacesShown(attention) { closeShown() }
    case .update(let content):
      guard let shown else {
        // What an overdue answer is about cannot be changed.
        self.request = sent == nil ? nil : .show(content, .change)
        return proceed()
      }
      if !server.manner.mayReplace(shown.content, by: content) {
        self.request = .show(content, .change)
        closeShown()
      }
    }
    isAsking = true
    server.askManner { [weak self] answer in
      guard let self else { return }
      isAsking = false
      switch answer {
      case .success(let manner): send(to: manner)
      case .failure(let error): refused("the notification server refused: \(error)")
      }
    }
  }

  /// Whether the server would refuse it because it says the same as what stands there.
  private func isRefused(_ content: Content) -> Bool {
    server.manner.refusesEqual && shown?.content == content && shown?.mayBeInList == false
  }

  /// Whether what is to be shown takes the place of what is shown, and keeps its id.
  private func replacesShown(_ attention: Attention) -> Bool {
    server.manner.inPlace == .everything && !attention.isNews && shown?.mayBeInList != true
  }

  private func send(to manner: ServerManner) {
    switch request {
    case .show(let content, let attention):
      // It was requested again while the server was asked.
      guard shown == nil || replacesShown(attention) else { return proceed() }
      send(content, attention, to: manner, replacing: shown?.id)
    case .update(let content):
      guard let shown, manner.mayReplace(shown.content, by: content) else {
        return proceed()
      }
      send(content, .change, to: manner, replacing: shown.id)
    case .withdraw, nil:
      break
    }
  }

  private func send(
    _ content: Content, _ attention: Attention, to manner: ServerManner,
    replacing replaced: UInt32?
  ) {
    let sent = Sent(content, attention, to: manner, replacing: replaced)
    (self.sent, request) = (sent, nil)
    sent.limit = MainLoop.after(milliseconds: server.answerLimitMilliseconds) { [weak self] in
      sent.limit = nil
      self?.server.onProblem("the notification server owes an answer for too long")
      self?.proceed()
    }
    server.notify(
      content, attention, from: sender, to: manner, replacing: replaced
    ) { [weak self] in
      sent.limit?.cancel()
      sent.limit = nil
      self?.answered(sent, $0)
    }
  }

  private func answered(_ sent: Sent, _ answer: Result<UInt32, GLibError>) {
    guard sent === self.sent else { return answeredTooLate(answer) }
    self.sent = nil
    switch answer {
    case .success(let id):
      (gone, wasDismissed) = (nil, false)
      // It can neither be changed nor closed where its id is none.
      shown = id == 0 ? nil : Shown(id: id, sent, after: shown)
      refusals = 0
      if case .withdraw = request { withdraw() }
      server.assign(id, to: self, bodyClick: sent.content.bodyClick)
      if request == nil { onShown(id) } else { proceed() }
    case .failure(let error):
      requestAgain(sent)
      refused("the notification server refused: \(error)")
    }
  }

  /// Closes what newer content was sent without.
  private func answeredTooLate(_ answer: Result<UInt32, GLibError>) {
    guard case .success(let id) = answer, id != shown?.id, id != sent?.replaced else { return }
    server.assign(id, to: self)
    server.close(id)
  }

  /// Requests what a server has not taken, unless something newer is.
  private func requestAgain(_ sent: Sent) {
    switch request {
    case .withdraw: request = nil
    case .update(let newer) where sent.replaced == nil: request = .show(newer, sent.attention)
    case nil:
      request =
        sent.replaced == nil
        ? .show(sent.content, sent.attention) : .update(sent.content)
    case .show, .update: break
    }
  }

  private func refused(_ problem: String) {
    server.onProblem(problem)
    refusals += 1
    guard refusals < Self.tries else {
      refusals = 0
      request = nil
      return
    }
    onRefused(refusals * Self.retryMilliseconds)
  }

  private func closeShown() {
    guard let shown else { return }
    self.shown = nil
    server.remove(shown.content, of: self, id: shown.id)
  }

  // MARK: What the server does

  func serverAppeared() {
    closeLeftOver()
    onServer(wasLost)
    wasLost = false
    proceed()
  }

  /// Closes what a process that was killed has shown; a click that comes before that counts.
  private func closeLeftOver() {
    guard let id = shownFile.id(on: server.identity) else { return }
    shownFile.keep(nil, on: server.identity)
    server.assign(id, to: self)
    server.close(id)
  }

  /// Closes what stood on the server before this one, if this one has kept it (docs/servers.md#ids).
  func serverIsKnown() {
    guard shown == nil, let id = shownFile.id(before: server.identity) else { return }
    shownFile.keep(nil, on: server.identity)
    if server.manner.keepsOverRestart { server.close(id) }
  }

  func serverVanished() {
    isAsking = false
    wasLost = wasLost || shown != nil || gone?.wasClosedJustNow == true
    shown = nil
    if let sent {
      self.sent = nil
      sent.limit?.cancel()
      requestAgain(sent)
      refused("the notification server went before it answered")
    }
    proceed()
  }

  func receive(_ signal: NotificationServer.Signal, on id: UInt32, bodyClick: Intent? = nil) {
    switch signal {
    case .clicked(let intent): clicked(intent, on: id, bodyClick)
    case .closed(let reason): closed(id, reason)
    }
  }

  private func clicked(_ intent: Intent?, on id: UInt32, _ bodyClick: Intent?) {
    let isOnLiving = shown?.id == id
    // Some servers would leave an older one on the screen.
    if !isOnLiving { server.close(id) }
    // MATE sends the key `default` even where it was not offered; other keys are not Haru's.
    guard let intent else { return }
    let isOnBody = intent == .show
    // Without buttons it only says that the user has read it.
    if isOnBody, !server.manner.hasButtons { return }
    onClick(Click(intent: isOnBody ? bodyClick ?? intent : intent, isOnLiving: isOnLiving))
  }

  private func closed(_ id: UInt32, _ reason: Int64) {
    guard let shown, shown.id == id, !shown.wasNotShown(reason) else { return }
    wasDismissed = shown.wasDismissed(reason)
    gone = shown.closed
    self.shown = nil
    guard wasDismissed, shown.isNewAnswer, !isOnceMore, request == nil, sent == nil else { return }
    isOnceMore = true
    request = .show(shown.content, .answer)
    proceed()
  }

  /// Forgets an id that the server has given to another notification.
  func lost(_ id: UInt32) {
    if shown?.id == id { shown = nil }
  }
}

extension ServerManner {
  /// Whether a notification may be replaced by another with its id.
  func mayReplace(_ old: Content, by new: Content) -> Bool {
    switch inPlace {
    case .everything: true
    case .text: old.actions == new.actions
    case .nothing: false
    }
  }
}
