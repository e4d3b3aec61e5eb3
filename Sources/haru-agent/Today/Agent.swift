internal import HaruCore
internal import HaruDesktop
internal import HaruStore
internal import HaruText
internal import Logging

/// Turns events into stored marks, and marks into notifications.
@MainActor
final class Agent {
  /// Why a notification waits for the picture of today.
  private enum PictureWait {
    case login, request
  }

  /// How long a question waits for its answer, so that a click made hours later marks nothing.
  private static let questionMilliseconds: Int64 = 60_000
  /// In this time a package manager puts all files of a package in their places.
  private static let installMilliseconds: Int64 = 1000
  /// How long a newer program waits while a click waits for the lock of the store.
  private static let waitingClickMilliseconds: Int64 = 100
  /// How long it waits while a click could not be saved.
  private static let keptClickMilliseconds: Int64 = 60_000

  private let surroundings: Surroundings
  private let alarm: any Alarm
  private let viewer: any Viewer
  private let jobs: Jobs
  private let log: Logger
  private let usualStorePath: String
  private let store: AgentStore
  private let today: TodaysTimeline
  private let writes: PendingWrites
  private let notification: TodayNotification
  private let pictures: DayPictures
  private let watcher: RepositoryWatcher
  private let backup: DailyBackup
  private var settings: Settings
  private var clicks: Clicks
  private var announced: Status?
  private var announcedAgenda = Agenda()
  private var hasSeenServer = false
  private var isStartedBySearch = false
  private var isLeaving = false
  private var exchanges: Set<Exchange> = []
  /// When *Later* reminds, as it was kept last.
  private var keptLater: Instant?
  private var notInFolder = 0
  private var pictureWait: PictureWait?

  /// Receives the status when it changes.
  var onStatus: @MainActor (Status) -> Void = { _ in }
  /// Receives what it has yet to do when that changes.
  var onAgenda: @MainActor (Agenda) -> Void = { _ in }
  /// Receives what the user's own programs are to hear of.
  var onHook: @MainActor (Hook) -> Void = { _ in }
  /// Receives when *Later* reminds, before anything shows it.
  var onLater: @MainActor (Instant?) -> Void = { _ in }
  /// Receives what days are exchanged with, when there may be something to exchange.
  var onExchange: @MainActor (Set<Exchange>) -> Void = { _ in }
  /// Whether a login waits for what other machines have to say.
  var isExchangeAwaited = false
  /// Runs when the program may give way to the one that is installed now.
  var onGivingWay: @MainActor () -> Void = {}
  /// Runs with a reason when a newer program should take over.
  var onOutdated: @MainActor (_ reason: String) -> Void = { _ in }

  /// Makes an agent, which does nothing until its first event.
  ///
  /// - Parameters:
  ///   - surroundings: The clock and the zone.
  ///   - jobs: Where work waits for its time.
  ///   - settings: The user's settings.
  ///   - storePath: Where the store is unless the settings name another place.
  ///   - later: When *Later* reminds, as the agent before this one has kept it.
  ///   - pictures: Keeps the pictures of the days.
  ///   - publisher: Shows today's notification.
  ///   - digestPublisher: Shows the digest.
  ///   - alarm: Wakes the agent.
  ///   - viewer: Opens what the user wants to look at.
  ///   - reloader: Reloads watched repositories: `haru-fetch`.
  ///   - haru: The command line, which makes backups.
  ///   - log: Receives what the agent does.
  init(
    surroundings: Surroundings, jobs: Jobs, settings: Settings, storePath: String,
    later: Instant? = nil, pictures: DayPictures, publisher: any Publisher,
    digestPublisher: any Publisher, alarm: any Alarm, viewer: any Viewer, reloader: any Helper,
    haru: any Helper, log: Logger
  ) {
    self.surroundings = surroundings
    self.jobs = jobs
    self.settings = settings
    self.pictures = pictures
    self.alarm = alarm
    self.viewer = viewer
    self.log = log
    usualStorePath = storePath
    keptLater = later
    clicks = Clicks(uptime: jobs.uptime)
    store = AgentStore(path: settings.knownStorePath(usual: storePath), usual: storePath)
    today = TodaysTimeline(
      store: store, backups: Backups(besideUsualStore: storePath), startedAt: surroundings.now(),
      later: later, jobs: jobs, log: log)
    writes = PendingWrites(store: store, jobs: jobs)
    notification = TodayNotification(publisher, viewer: viewer, log: log)
    let reloads = ReloadScheduler(reloader, log: log)
    watcher = RepositoryWatcher(
      store: store, usualStorePath: storePath, reloads: reloads, digest: Digest(digestPublisher),
      jobs: jobs, log: log)
    backup = DailyBackup(haru, jobs: jobs, log: log)
    reloads.onEnd = { [weak self] in self?.handle(.reloadEnded) }
    backup.onEnd = { [weak self] in self?.handle(.backupEnded(failure: $0)) }
    pictures.onDrawn = { [weak self] in self?.handle(.picturesDrawn(failure: $0)) }
  }

  /// Today in numbers; `nil` while the store cannot be read.
  var status: Status? { today.timeline.map(Status.init) }

  /// Where the store is; `nil` if that is not known.
  var storePath: String? { store.path }

  /// Today as a desktop's search finds it.
  var searchResult: SearchResult {
    guard let entry = today.current else {
      return SearchText.unreadable(today.readError ?? .missing)
    }
    return SearchText.result(entry)
  }

  /// Notes that a desktop searches, for whatever words.
  ///
  /// GNOME Shell asks at each letter that a user types, and so starts the agent. A search that comes
  /// before the notification server is such a start, at which nothing appears
  /// (docs/notifications.md#reasons-to-show).
  func noteSearch() {
    if !hasSeenServer { isStartedBySearch = true }
  }

  /// Handles an event: writes what it asks for, computes the timeline, publishes what has changed,
  /// and sets the one alarm.
  ///
  /// The clock and the zone are read once. When it returns, a click is either on disk, waits for the
  /// store's lock, or is shown as not saved and tried again.
  func handle(_ event: Event) {
    log.debug("event: \(event)")
    if case .settingsChanged(let settings) = event { adopt(settings) }
    let moment = moment
    today.clampToClock(of: moment)
    pictures.note(event)
    // Each step may ask something of the notification; the last one that does is followed.
    let asked = [
      notification.timePassed(moment, today), presentation(for: event, moment), write(moment),
      read(moment),
    ]
    // Before it is shown: an agent that is killed after that has promised it.
    if today.later != keptLater {
      keptLater = today.later
      onLater(keptLater)
    }
    publish(isGone ? .withdraw : asked.compactMap(\.self).last ?? .update, moment)
    if !notification.isAsking { jobs.cancel(.stopAsking) }
    let watcherWakes = isLeaving ? nil : watcher.handle(event, moment)
    writes.giveAnswers()
    backup.handle(event, today: today.current?.day, moment.now)
    pictures.handle(event, today: moment.today)
    if event.isDue(.giveWay) { giveWay() }
    setAlarm(moment, watcherWakes)
    announceExchange(after: event)
    announceAgenda(moment)
  }

  /// Tells what days are exchanged with, after an event that may have changed it, and counts what waits.
  private func announceExchange(after event: Event) {
    switch event {
    case .timeMoved, .storeChanged, .settingsChanged: break
    case .clicked, .digestClicked, .asked, .laterAsked: if exchanges.isEmpty { return }
    case .due(let jobs): if exchanges.isEmpty || !jobs.contains(.write) { return }
    default: return
    }
    // A store that cannot be read now says nothing.
    let found = try? store.with { (store) throws(StoreError) in
      guard try store.thisMachine().problem != nil else {
        return (exchanges: try store.exchanges(), waiting: 0)
      }
      return (exchanges: try store.exchanges(), waiting: try store.waitingForSync())
    }
    guard let found else { return }
    notInFolder = found.waiting
    exchanges = found.exchanges
    onExchange(exchanges)
  }

  /// Withdraws all notifications for good; clicks that the server has sent already still count.
  func leave() {
    isLeaving = true
    watcher.withdraw()
    if isGone { notification.withdraw() }
  }

  /// Whether nothing is shown any longer; a click that waits is shown to the end.
  private var isGone: Bool { isLeaving && notification.waiting == nil }

  /// Gives waiting writes a last chance, and withdraws all notifications, except one of a click that
  /// was not saved.
  ///
  /// - Returns: Whether there is one, which the server has to be sent.
  func end() -> Bool {
    writes.tryNow()
    _ = write(moment, isLast: true)
    writes.giveAnswers()
    watcher.withdraw()
    guard let lost = notification.waiting else {
      notification.withdraw()
      return false
    }
    log.error("not saved: \(lost.day)")
    notification.showLost(lost)
    return true
  }

  /// Tries again to save what could not be saved if another program has changed the store.
  func storeMayHaveChanged() {
    if writes.hasStoreChanged { handle(.storeChanged) }
  }

  private var moment: Moment {
    Moment(now: surroundings.now(), zone: surroundings.zone(), settings: settings)
  }

  private func adopt(_ settings: Settings) {
    self.settings = settings
    pictures.settings = settings
    store.path = settings.knownStorePath(usual: usualStorePath)
  }

  // MARK: Events

  /// What an event itself asks of today's notification.
  private func presentation(for event: Event, _ moment: Moment) -> Presentation? {
    switch event {
    case .serverAppeared(let lostSomething):
      // What the user has dismissed stays away.
      if hasSeenServer { return lostSomething ? .show : nil }
      hasSeenServer = true
      return atLogin(moment)
    case .serverIsMissing:
      return atLogin(moment)
    case .picturesDrawn, .exchanged, .due:
      if event.isDue(.sendToday) { notification.sendAgain() }
      if event.isDue(.stopAsking) { notification.stopAsking() }
      return pictureSettled(moment)
    case .clicked(let intent, let onLiving):
      return clicked(intent, onLiving: onLiving, moment)
    case .digestClicked(let intent, let onLiving):
      digestClicked(intent, onLiving: onLiving, moment)
      return nil
    case .asked(let intent, let answer):
      if let change = intent.change { writes.append(change, .bus, moment, answer) }
      return nil
    case .laterAsked(let instant, let answer):
      return postpone(until: instant ?? moment.later, answer, moment)
    case .viewRequested(let view, let answer):
      notification.remark = nil
      open(view, answer)
      return nil
    case .viewFailed(let reason):
      notification.remark = ViewText.remark(reason)
      return .answer
    case .noSuchView(let address):
      log.warning("no such view: \(address)")
      notification.remark = ViewText.unknown(address)
      return .answer
    case .presentRequested:
      notification.remark = nil
      notification.stopAsking()
      // At a start by hand today is shown once, with its picture.
      guard !hasSeenServer, pictures.isAwaited else { return .showOnRequest }
      pictureWait = .request
      return nil
    case .storeChanged:
      // Another process may have written what was not saved, or undone what the remark tells.
      notification.forgetClick()
      writes.tryNow()
      return nil
    case .settingsChanged:
      // What was not saved may have waited for the path of the store.
      writes.tryNow()
      // The remark may have been about a setting.
      (notification.remark, notification.wrongSetting) = (nil, [])
      return nil
    case .settingsAreWrong(let sentences):
      guard sentences != notification.wrongSetting else { return nil }
      notification.wrongSetting = sentences
      return hasSeenServer && !moment.isQuiet ? .show : nil
    case .userReturned:
      return notification.userReturned(moment)
    case .doNotDisturbEnded:
      return notification.doNotDisturbEnded(moment)
    case .programChanged:
      jobs.schedule(.giveWay, afterMilliseconds: Agent.installMilliseconds)
      return nil
    case .refused(let job, let milliseconds):
      jobs.schedule(job, afterMilliseconds: Int64(milliseconds))
      return nil
    case .timeMoved, .digestShown, .digestLost, .pageOpened, .reloadEnded, .backupEnded:
      return nil
    }
  }

  /// What a login asks for, after a short wait for the picture: the notification would not be shown
  /// again for its picture alone.
  private func atLogin(_ moment: Moment) -> Presentation? {
    guard !isStartedBySearch else { return nil }
    if !notification.wrongSetting.isEmpty, !moment.isQuiet { return .show }
    // The session is the same, and the user has said later.
    guard !today.isPostponed(moment) else { return nil }
    guard pictures.isAwaited || isExchangeAwaited else { return notification.atLogin(moment) }
    pictureWait = pictureWait ?? .login
    return nil
  }

  private func pictureSettled(_ moment: Moment) -> Presentation? {
    guard let wait = pictureWait, !pictures.isAwaited, !isExchangeAwaited else { return nil }
    pictureWait = nil
    return wait == .request ? .showOnRequest : notification.atLogin(moment)
  }

  private func clicked(_ intent: Intent, onLiving: Bool, _ moment: Moment) -> Presentation? {
    guard counts(intent) else {
      // The server may have closed what was clicked, and today has to stay shown.
      return onLiving ? .answer : nil
    }
    // The user has seen it.
    notification.wrongSetting = []
    switch intent {
    case .study, .confirm, .unstudy:
      if let change = intent.change { writes.append(change, .button, moment) }
      return nil
    case .later(let day):
      guard day == moment.today else { return .answer }
      today.remind(at: moment.later, moment)
      return notification.postpone()
    case .calendar:
      // Most servers close what was clicked, and *Study* has to stay within reach.
      notification.remark = nil
      open(.calendar, nil)
      return .answer
    case .close(let day):
      return day == moment.today ? .withdraw : nil
    case .show:
      notification.ask(about: moment.today)
      jobs.cancel(.stopAsking)
      jobs.schedule(.stopAsking, afterMilliseconds: Agent.questionMilliseconds)
      return .showOnRequest
    case .open, .quiet:
      // These are buttons of the digest.
      return nil
    }
  }

  /// Has no reminder come before an instant, as a program asks.
  private func postpone(
    until instant: Instant, _ answer: LaterAnswer, _ moment: Moment
  ) -> Presentation? {
    guard let entry = today.current, entry.history.streak.isTodayOpen else {
      answer(.failure(.notOpen))
      return nil
    }
    guard instant > moment.now, instant < moment.dayEnds else {
      answer(.failure(.notToday))
      return nil
    }
    log.notice("later: \(instant.seconds)")
    today.remind(at: instant, moment)
    answer(.success(instant))
    return notification.postpone()
  }

  private func digestClicked(_ intent: Intent, onLiving: Bool, _ moment: Moment) {
    guard counts(intent) else {
      // The server may have closed what was clicked.
      if onLiving { watcher.showAgain() }
      return
    }
    switch intent {
    case .open(let name):
      viewer.open(name) { [weak self] in self?.handle(.pageOpened(name, failure: $0)) }
    case .quiet:
      if let change = intent.change { writes.append(change, .button, moment) }
    case .show:
      watcher.showAgain()
    case .study, .confirm, .unstudy, .later, .calendar, .close:
      break
    }
  }

  private func counts(_ intent: Intent) -> Bool {
    let counts = clicks.counts(intent)
    if !counts { log.debug("a repeated click: \(intent.actionKey)") }
    return counts
  }

  /// Opens a view; the program that asked for it receives a failure, and otherwise the user.
  private func open(_ view: View, _ answer: ViewAnswer?) {
    viewer.open(view) { [weak self] failure in
      if let failure { self?.log.warning("not opened: \(view): \(failure)") }
      if let answer {
        answer(failure)
      } else if let failure {
        self?.handle(.viewFailed(failure))
      }
    }
  }

  // MARK: The store

  private func write(_ moment: Moment, isLast: Bool = false) -> Presentation? {
    let presentations = writes.run(on: moment.today, isLast: isLast).compactMap { write, outcome in
      switch write.change {
      case .mark(let day, let studied): marked(day, studied, write, outcome, moment)
      case .mute(let name): muted(name, outcome)
      }
    }
    notification.waiting = writes.kept.flatMap(TodayNotification.WaitingClick.init)
    return presentations.last
  }

  private func marked(
    _ day: Day, _ studied: Bool, _ write: PendingWrites.Write, _ outcome: PendingWrites.Outcome,
    _ moment: Moment
  ) -> Presentation? {
    let isClick = write.click != nil
    switch outcome {
    case .saved:
      log.notice("\(studied ? "studied" : "not studied"): \(day)")
      if day == moment.today, status?.isStudied != studied {
        onHook(studied ? .studied : .unstudied)
      }
      notification.forgetClick()
      guard isClick else { return nil }
      today.answered = moment.now
      let remark = ContentText.remark(day, studied: studied)
      notification.saved = remark
      if day != moment.today { notification.remark = remark }
    case .kept(let error):
      log.error("not saved yet: \(day): \(error)")
    case .failed(let error):
      log.error("not saved: \(day): \(error)")
      guard isClick else { return nil }
      guard write.today == moment.today else {
        notification.remark = ContentText.notSavedRemark(day, studied: studied)
        return moment.isQuiet ? nil : .show
      }
      notification.saveError = error
    }
    return .answer
  }

  private func muted(
    _ name: RepositoryName, _ outcome: PendingWrites.Outcome
  ) -> Presentation? {
    switch outcome {
    case .saved:
      log.notice("muted: \(name)")
      watcher.muted(name)
    case .kept(let error), .failed(let error):
      log.error("not muted: \(name): \(error)")
      watcher.notMuted(name, because: error)
    }
    return nil
  }

  /// Computes the timeline; a store that has become unreadable is a reason to appear, and so is a day that
  /// another machine or a task list has opened again.
  private func read(_ moment: Moment) -> Presentation? {
    let (couldRead, before) = (today.readError == nil, today.current)
    today.read(moment)
    if let entry = today.current, hasSeenServer, isOpenedElsewhere(entry, since: before) {
      return notification.reopened(entry, moment)
    }
    guard couldRead, let error = today.readError else { return nil }
    if case .newerSchema = error, before != nil {
      onOutdated("the store was written by a newer program")
    }
    return hasSeenServer ? .show : nil
  }

  /// Whether a day was done, and is not since another machine or a task list has said so.
  private func isOpenedElsewhere(_ entry: Entry, since before: Entry?) -> Bool {
    guard let before, before.day == entry.day, !before.history.streak.isTodayOpen,
      entry.history.streak.isTodayOpen
    else { return false }
    let days = entry.day...entry.day
    let isSaidElsewhere = try? store.with { (store) throws(StoreError) in
      // A note says nothing of whether it is done.
      let last = try store.history(of: days).last { $0.entry.change.kind != .note }
      return last?.maker != nil || last?.entry.provenance.source == .tasks
    }
    return isSaidElsewhere == true
  }

  // MARK: What follows

  private func publish(_ presentation: Presentation, _ moment: Moment) {
    if notification.publish(presentation, today, moment) {
      pictureWait = nil
      let isOwnDoing = [.showIfOpen, .startDay].contains(presentation)
      if isOwnDoing, today.current?.occasion == .reminder { onHook(.reminder) }
    }
    if let status, status != announced {
      if let announced, announced.today < status.today { dayStarted() }
      onStatus(status)
      announced = status
    }
  }

  private func dayStarted() {
    onHook(.dayStarted)
    if today.current?.history.streak.endedYesterday != nil { onHook(.streakEnded) }
  }

  private func setAlarm(_ moment: Moment, _ watcherWakes: Instant?) {
    let next = today.timeline?.nextChange ?? moment.dayEnds
    let earliest = [notification.appearsAt, watcherWakes].compactMap(\.self).reduce(next, min)
    // A timeline that could not be read again may be in the past; an alarm never is.
    alarm.set(max(earliest, moment.now + 1), firstJob: jobs.next)
  }

  private func announceAgenda(_ moment: Moment) {
    let next = moment.provider.nextNotification(
      of: today.record, at: moment.now, later: today.later, appearsAt: notification.appearsAt)
    var agenda = Agenda(
      notSavedSince: writes.notSavedSince, noBackupSince: backup.failsSince,
      next: today.timeline == nil ? nil : next, later: today.later)
    agenda.notInFolder = notInFolder
    guard agenda != announcedAgenda else { return }
    announcedAgenda = agenda
    onAgenda(agenda)
  }

  /// Gives way to a newer program, but not while a click waits to be saved.
  private func giveWay() {
    guard writes.isEmpty else {
      return jobs.schedule(
        .giveWay,
        afterMilliseconds: writes.kept == nil
          ? Agent.waitingClickMilliseconds : Agent.keptClickMilliseconds)
    }
    onGivingWay()
  }
}

extension Intent {
  /// What it changes in the store, if anything.
  fileprivate var change: PendingWrites.Change? {
    switch self {
    case .study(let day), .confirm(let day): .mark(day, studied: true)
    case .unstudy(let day): .mark(day, studied: false)
    case .quiet(let name): .mute(name)
    case .later, .calendar, .close, .open, .show: nil
    }
  }
}

extension Settings {
  /// The path of the store; `nil` if its line is wrong.
  fileprivate func knownStorePath(usual: String) -> String? {
    isStoreKnown ? storePath(usual: usual) : nil
  }
}
