internal import HaruCore
internal import HaruDesktop
internal import HaruLog
internal import HaruStore
internal import HaruText

/// Turns events into stored marks, and marks into notifications.
@MainActor
final class Agent {
  /// How long a question waits for its answer, so that a click made hours later marks nothing.
  private static let questionMilliseconds: Int64 = 60_000
  /// How long it says when *Later* reminds.
  private static let saysLaterMilliseconds: Int64 = 3000
  /// In this time a package manager puts all files of a package in their places.
  private static let installMilliseconds: Int64 = 1000
  /// How long what would ask waits for the answers of sources.
  private static let sourcesMilliseconds: Int64 = 500
  /// How long a newer program waits while a click waits for the lock of the store.
  private static let waitingClickMilliseconds: Int64 = 100
  /// How long it waits while a click could not be saved.
  private static let keptClickMilliseconds: Int64 = 60_000

  private let timeSource: TimeSource
  private let alarm: any Alarm
  private let viewer: any Viewer
  private let jobs: Jobs
  private let log: Log
  private let usualStorePath: String
  private let store: AgentStore
  private let today: TodaysTimeline
  private let writes: PendingWrites
  private let notification: TodayNotification
  private let pictures: DayPictures
  private let guests: [Guest]
  private let backup: DailyBackup
  private var settings: Settings
  /// Whether the last words were said, of a click that was not saved.
  private var hasSaidLost = false
  /// What is remembered from one event to the next.
  private(set) var state: AgentState

  /// Receives the numbers of today when they change.
  var onNumbers: @MainActor (DayNumbers) -> Void = { _ in }
  /// Receives what it has yet to do when that changes.
  var onAgenda: @MainActor (Agenda) -> Void = { _ in }
  /// Receives what the user's own programs are to hear of.
  var onHook: @MainActor (Hook) -> Void = { _ in }
  /// Receives when *Later* reminds, before anything shows it.
  var onLater: @MainActor (Instant?) -> Void = { _ in }
  /// Receives the exchanges that the user has turned on, after an event that may have left something to exchange.
  var onExchange: @MainActor (Set<ExchangeKind>) -> Void = { _ in }
  /// Asks the user's sources; returns whether answers come.
  var onAskSources: @MainActor () -> Bool = { false }
  /// What the sources have said last, whoever has asked them; `nil` if that cannot be read, or if what they have said
  /// since an instant could not be noted.
  var lastAnswers: (@MainActor (_ since: Instant) -> [SourceAnswer]?)?
  private var sourcesAskedAt = Instant(.min)
  /// Whether a login waits for the first exchange with other machines and the task list.
  var isExchangeAwaited: Bool {
    get { state.isExchangeAwaited }
    set { state.isExchangeAwaited = newValue }
  }
  /// Runs when the program may give way to the one that is installed now.
  var onGivingWay: @MainActor () -> Void = {}
  /// Runs with a reason when a newer program should take over.
  var onOutdated: @MainActor (_ reason: String) -> Void = { _ in }

  /// Makes an agent, which does nothing until its first event.
  ///
  /// - Parameters:
  ///   - timeSource: The clock and the zone.
  ///   - jobs: Where work waits for its time.
  ///   - settings: The user's settings.
  ///   - storePath: Where the store is unless the settings name another place.
  ///   - later: When *Later* reminds, as the agent before this one has kept it.
  ///   - pictures: Keeps the pictures of the days.
  ///   - publisher: Shows today's notification.
  ///   - alarm: Wakes the agent.
  ///   - viewer: Opens what the user wants to look at.
  ///   - guests: Programs that show notifications of their own.
  ///   - haru: The command line, which makes backups.
  ///   - log: Receives what the agent does.
  init(
    timeSource: TimeSource, jobs: Jobs, settings: Settings, storePath: String,
    later: Instant? = nil, pictures: DayPictures, publisher: any Publisher,
    alarm: any Alarm, viewer: any Viewer, guests: [Guest] = [], haru: any Helper, log: Log
  ) {
    self.timeSource = timeSource
    self.jobs = jobs
    self.settings = settings
    self.pictures = pictures
    self.alarm = alarm
    self.viewer = viewer
    self.guests = guests
    self.log = log
    usualStorePath = storePath
    state = AgentState(startedAt: timeSource.now(), later: later)
    store = AgentStore(path: settings.knownStorePath(usual: storePath), usual: storePath)
    today = TodaysTimeline(
      store: store, backups: Backups(besideUsualStore: storePath), jobs: jobs, log: log)
    writes = PendingWrites(store: store, jobs: jobs)
    notification = TodayNotification(publisher, viewer: viewer)
    backup = DailyBackup(haru, jobs: jobs, log: log)
    for guest in guests {
      guest.onEvent = { [weak self, name = guest.name] in self?.handle(.guest(name, $0)) }
    }
    backup.onEnd = { [weak self] in self?.handle(.backupEnded(failure: $0)) }
    pictures.onDrawn = { [weak self] in self?.handle(.picturesDrawn(failure: $0)) }
  }

  /// Today in numbers; `nil` while the store cannot be read.
  var numbers: DayNumbers? { today.timeline.map(DayNumbers.init) }

  /// Where the store is; `nil` if that is not known.
  var storePath: String? { store.path }

  /// What the search of a desktop finds now.
  var searchAnswers: SearchAnswers {
    let moment = moment
    return SearchAnswers(
      today: today, store: store, canOpen: notification.canOpen(moment), moment: moment)
  }

  /// Remembers that a desktop searches, for whatever words.
  ///
  /// GNOME Shell asks at each letter that a user types, and so starts the agent. A search that comes
  /// before the notification server is such a start, at which nothing appears
  /// (docs/notifications.md#reasons-to-show).
  func searchBegan() {
    if !state.hasSeenServer { state.isStartedBySearch = true }
  }

  /// Handles an event: writes what it asks for, computes the timeline, publishes what has changed,
  /// and sets the one alarm.
  ///
  /// The clock and the zone are read once. When it returns, a click is either on disk, waits for the
  /// store's lock, or is shown as not saved and tried again.
  func handle(_ event: Event) {
    log.debug("event: \(event)")
    if case .settingsChanged(let settings) = event { apply(settings) }
    let moment = moment
    // One that is named as failing may work by now, or be gone.
    if !state.sources.failing.isEmpty, let answers = lastAnswers?(sourcesAskedAt) {
      state.sources.name(failing: answers)
    }
    state.clamp(to: moment.now)
    pictures.endWait(after: event)
    let presentation = afterSources(presentation(after: event, moment), event, moment)
    // Before it is shown: an agent that is killed after that has promised it.
    if state.later?.at != state.keptLater {
      state.keptLater = state.later?.at
      onLater(state.keptLater)
    }
    // Nothing comes after the last words.
    if let presentation, !hasSaidLost { publish(isGone ? .withdraw : presentation, moment) }
    if state.question == nil { jobs.cancel(.stopAsking) }
    let guestsWake = guests.compactMap { $0.handle(event, moment) }.min()
    writes.giveAnswers()
    backup.handle(event, today: today.current?.day, moment.now)
    pictures.handle(event, today: moment.today)
    if event.isDue(.giveWay) { giveWay() }
    setAlarm(moment, guestsWake)
    startExchanges(after: event)
    announceAgenda(moment)
  }

  /// How today's notification is shown after an event.
  ///
  /// Each step knows what the steps before it have done. So the last step that returns a presentation decides.
  private func presentation(after event: Event, _ moment: Moment) -> Presentation {
    let wanted = [
      timePassed(moment), answer(event, moment), write(moment), read(moment),
    ]
    return wanted.compactMap(\.self).last ?? .update
  }

  /// Asks the sources before what would ask the user, and on each new day for the one before
  /// (docs/sources.md#when-they-are-asked).
  ///
  /// - Returns: What is shown now; `nil` for nothing, because it waits for their answers.
  private func afterSources(
    _ wanted: Presentation, _ event: Event, _ moment: Moment
  ) -> Presentation? {
    if event.isOfUser {
      // Another day, a refusal or a look at the calendar is no answer to what would ask.
      let isOpen = today.current?.history.streak.isTodayOpen == true
      if wanted != .update || !isOpen { state.sources.heldBack = nil }
      return wanted
    }
    var isOver = event.isDue(.stopAwaitingSources)
    if case .sourcesAnswered = event {
      isOver = true
      // They were asked before today began.
      if state.sources.askedOn.map({ $0 < moment.today }) == true { askSources(moment) }
    }
    if isOver {
      let held = state.sources.heldBack
      jobs.cancel(.stopAwaitingSources)
      state.sources.heldBack = nil
      // One has marked today, and another has yet to answer.
      if !isTold(wanted), let mark = markOfSource(moment) {
        guard moment.settings.showsSources, !moment.isQuiet else { return nil }
        state.sources.tellEarly(mark)
        return .show
      }
      return held.map { wanted == .update ? $0 : wanted } ?? wanted
    }
    if !isTold(wanted) || wanted == .update, state.sources.heldBack != nil { return nil }
    let asks = wouldAsk(wanted, event)
    // What other machines have cleared may still be on its way.
    guard !state.isExchangeAwaited,
      asks || state.hasBegun && state.sources.askedOn != moment.today
    else {
      guard !isTold(wanted) else { return wanted }
      return holdBack(wanted)
    }
    askSources(moment)
    guard asks, state.sources.isAsking else { return wanted }
    return holdBack(wanted)
  }

  /// Asks the sources; a round that is under way on a new day is followed by another.
  private func askSources(_ moment: Moment) {
    if !state.sources.isAsking {
      (state.sources.askedOn, sourcesAskedAt) = (moment.today, moment.now)
    }
    state.sources.isAsking = onAskSources()
  }

  /// Waits for the answers of sources, but not for long.
  private func holdBack(_ wanted: Presentation) -> Presentation? {
    state.sources.heldBack = wanted
    jobs.schedule(.stopAwaitingSources, afterMilliseconds: Self.sourcesMilliseconds)
    return nil
  }

  /// Whether a change is shown now: that of a day that a source has marked waits for what it says.
  private func isTold(_ presentation: Presentation) -> Bool {
    guard state.sources.isAsking, presentation == .update || presentation.asks else { return true }
    let told = state.announcedNumbers.map { $0.today == numbers?.today && $0.isStudied } ?? false
    return today.current?.history.streak.isTodayStudied != true || told
  }

  /// Whether something asks by itself whether today is studied.
  private func wouldAsk(_ presentation: Presentation, _ event: Event) -> Bool {
    today.current?.history.streak.isTodayOpen == true && !event.isOfUser && presentation.asks
  }

  /// Takes in what sources have said; a day that one has marked says so instead of asking.
  private func sourcesAnswered(_ answers: [SourceAnswer]?, _ moment: Moment) -> Presentation? {
    let newest = state.sources.take(answers, tellsMarks: moment.settings.showsSources)
    guard state.hasSeenServer, !state.isStartedBySearch, !moment.isQuiet else { return nil }
    // It may have been taken back meanwhile.
    return newest == moment.today && markOfSource(moment) != nil ? .show : nil
  }

  /// The mark of today, if a source has made it.
  private func markOfSource(_ moment: Moment) -> SourceNews.Mark? {
    (try? reasonOfMark(moment.today)).map {
      SourceNews.Mark(day: moment.today, source: $0.source, words: $0.words)
    }
  }

  /// What a source has said of the last change of a day's mark; `nil` if it is not that of a source.
  private func reasonOfMark(_ day: Day) throws(StoreError) -> SourceReason? {
    try store.with { (store) throws(StoreError) in
      try store.history(of: day...day).last { $0.entry.change.kind == .study }?.reason
    }
  }

  /// Forgets a mark of a source that was taken back since, or that somebody else has made.
  private func checkToldMark() {
    guard let told = state.sources.marked else { return }
    do throws(StoreError) {
      if try reasonOfMark(told.day)?.source != told.source { state.sources.marked = nil }
    } catch {
      // It stays until the store can be read.
    }
  }

  /// Starts the exchanges that are turned on, after an event that may have left something to exchange, and counts the
  /// changes that wait for the folder.
  private func startExchanges(after event: Event) {
    switch event {
    case .timeMoved, .storeChanged, .settingsChanged: break
    case .clicked, .asked, .laterAsked: if state.activeExchanges.isEmpty { return }
    case .guest(_, .answered(let question, _, _)):
      if state.activeExchanges.isEmpty || question.reason != .press { return }
    case .due(let jobs): if state.activeExchanges.isEmpty || !jobs.contains(.write) { return }
    default: return
    }
    // While the store cannot be read, what was known of it stays.
    let found = try? store.with { (store) throws(StoreError) in
      guard try store.thisMachine().problem != nil else {
        return (active: try store.activeExchanges(), waiting: 0)
      }
      return (active: try store.activeExchanges(), waiting: try store.countOfWaitingEntries())
    }
    guard let found else { return }
    (state.activeExchanges, state.notInFolder) = (found.active, found.waiting)
    onExchange(found.active)
  }

  /// Withdraws all notifications for good; clicks that the server has sent already still count.
  func leave() {
    state.isLeaving = true
    for guest in guests { guest.leave() }
    if isGone { notification.withdraw() }
  }

  /// Whether nothing is shown any longer; a click that waits is shown to the end.
  private var isGone: Bool { state.isLeaving && waiting == nil }

  /// The last click that could not be saved, and is tried again.
  private var waiting: TodayNotification.WaitingClick? {
    writes.kept.flatMap(TodayNotification.WaitingClick.init)
  }

  /// Gives waiting writes a last chance, and withdraws all notifications, except one of a click that
  /// was not saved.
  ///
  /// - Returns: Whether there is one, which the server has to be sent.
  func end() -> Bool {
    writes.retryNow()
    let moment = moment
    _ = written(writes.run(on: moment.today, isLast: true), moment)
    writes.giveAnswers()
    for guest in guests { guest.leave() }
    guard let lost = waiting else {
      notification.withdraw()
      return false
    }
    log.error("not saved: \(lost.day)")
    notification.showLost(lost)
    hasSaidLost = true
    return true
  }

  /// Tries again to save what could not be saved if another program has changed the store.
  func storeMayHaveChanged() {
    if writes.hasStoreChanged { handle(.storeChanged) }
  }

  private var moment: Moment {
    Moment(now: timeSource.now(), zone: timeSource.zone(), settings: settings)
  }

  private func apply(_ settings: Settings) {
    self.settings = settings
    pictures.settings = settings
    store.path = settings.knownStorePath(usual: usualStorePath)
  }

  // MARK: Events

  private func timePassed(_ moment: Moment) -> Presentation? {
    guard let day = state.publishedDay, day != moment.today else {
      return notification.timePassed(&state, today.timeline, moment)
    }
    log.notice("the day is \(moment.today)")
    return notification.dayBegan(&state, moment)
  }

  /// What an event itself asks for.
  private func answer(_ event: Event, _ moment: Moment) -> Presentation? {
    switch event {
    case .serverAppeared(let lostSomething):
      // What the user has dismissed stays away.
      if state.hasSeenServer { return lostSomething ? .show : nil }
      state.hasSeenServer = true
      return atLogin(moment)
    case .serverIsMissing:
      return atLogin(moment)
    case .picturesDrawn, .exchangesEnded, .due:
      if event.isDue(.sendToday) { notification.sendAgain() }
      if event.isDue(.stopAsking) { state.question = nil }
      let laterSaid = event.isDue(.stopSayingLater) ? laterSaid() : nil
      return pictureWaitEnded(moment) ?? laterSaid
    case .clicked(let intent, let onLiving):
      // The server may have closed what was clicked, and today has to stay shown.
      guard counts(intent) else { return onLiving ? .answer : nil }
      // The user has seen what is wrong.
      (state.wrongSetting, state.saysLater) = ([], false)
      state.sources.forget()
      return clicked(intent, moment)
    case .asked(let intent, let answer):
      if let edit = intent.edit(settings) { writes.append(edit, .bus, moment, answer) }
      return nil
    case .laterAsked(let instant, let answer):
      return postpone(until: instant ?? moment.later, answer, moment)
    case .viewRequested(let view, let answer):
      open(view, answer)
      state.remark = nil
      return nil
    case .sourcesAnswered(let answers):
      return sourcesAnswered(answers, moment)
    case .viewFailed(let reason):
      (state.remark, state.saysLater) = (
        Remark(line: text("Could not open: {reason}", ["reason": reason])), false
      )
      return .answer
    case .noSuchView(let address):
      log.warning("no such view: \(address)")
      (state.remark, state.saysLater) = (
        Remark(line: text("Unknown address: {address}", ["address": SafeText.value(address)])),
        false
      )
      return .answer
    case .presentRequested:
      // At a start by hand today is shown once, with its picture.
      let waits = !state.hasSeenServer && pictures.isAwaited
      if waits { state.pictureWait = .request }
      (state.remark, state.question, state.saysLater) = (nil, nil, false)
      return waits ? nil : .showOnRequest
    case .storeChanged:
      writes.retryNow()
      // Another process may have written what was not saved, or undone what the remark tells.
      state.forgetClick()
      return nil
    case .settingsChanged:
      // What was not saved may have waited for the path of the store.
      writes.retryNow()
      // The remark may have been about a setting.
      (state.remark, state.wrongSetting) = (nil, [])
      return nil
    case .settingsAreWrong(let sentences):
      guard sentences != state.wrongSetting else { return nil }
      state.wrongSetting = sentences
      return state.hasSeenServer && !moment.isQuiet ? .show : nil
    case .userReturned:
      state.hasSeenReturn = true
      return notification.userReturned(&state, moment)
    case .doNotDisturbEnded:
      return notification.doNotDisturbEnded(&state, moment)
    case .programChanged:
      jobs.schedule(.giveWay, afterMilliseconds: Agent.installMilliseconds)
      return nil
    case .refused(let job, let milliseconds):
      jobs.schedule(job, afterMilliseconds: Int64(milliseconds))
      return nil
    case .timeMoved, .guest, .backupEnded:
      return nil
    }
  }

  /// What a login asks for, after a short wait for the picture: the notification would not be shown
  /// again for its picture alone.
  private func atLogin(_ moment: Moment) -> Presentation? {
    state.hasBegun = true
    guard !state.isStartedBySearch else { return nil }
    if !state.wrongSetting.isEmpty, !moment.isQuiet { return .show }
    // The session is the same, and the user has said later.
    guard !state.isPostponed(moment) else { return nil }
    guard pictures.isAwaited || state.isExchangeAwaited else {
      return notification.atLogin(&state, moment)
    }
    state.pictureWait = state.pictureWait ?? .login
    return nil
  }

  private func pictureWaitEnded(_ moment: Moment) -> Presentation? {
    guard let wait = state.pictureWait, !pictures.isAwaited, !state.isExchangeAwaited else {
      return nil
    }
    state.pictureWait = nil
    return wait == .request ? .showOnRequest : notification.atLogin(&state, moment)
  }

  /// Takes away what says when *Later* reminds, unless today is done since.
  private func laterSaid() -> Presentation? {
    guard state.saysLater else { return nil }
    state.saysLater = false
    return today.current?.history.streak.isTodayOpen ?? true ? .withdraw : nil
  }

  private func clicked(_ intent: Intent, _ moment: Moment) -> Presentation? {
    switch intent {
    case .rest(moment.today) where numbers?.isStudied == true:
      // It counts already; and *Undo* would leave a rest day behind.
      return .answer
    case .study, .confirm, .unstudy, .rest, .reserve, .undo:
      if let edit = intent.edit(settings) { writes.append(edit, .button, moment) }
      return nil
    case .remind(let instant):
      // A day that needs no reminder any more says so.
      guard refusal(of: instant, moment) == nil else { return .answer }
      state.remind(at: instant, moment)
      return .withdraw
    case .later(let day):
      guard day == moment.today else { return .answer }
      jobs.cancel(.stopSayingLater)
      jobs.schedule(.stopSayingLater, afterMilliseconds: Agent.saysLaterMilliseconds)
      state.remind(at: moment.later, moment)
      state.saysLater = true
      return .answer
    case .calendar:
      open(.calendar, nil)
      // Most servers close what was clicked, and *Study* has to stay within reach.
      state.remark = nil
      return .answer
    case .close(let day):
      return day == moment.today ? .withdraw : nil
    case .ask(let question):
      jobs.cancel(.stopAsking)
      jobs.schedule(.stopAsking, afterMilliseconds: Agent.questionMilliseconds)
      return notification.bodyClicked(&state, question)
    case .show:
      return .showOnRequest
    case .press:
      // These are buttons of guests.
      return nil
    }
  }

  /// Has no reminder come before an instant, as a program asks.
  private func postpone(
    until instant: Instant, _ answer: LaterAnswer, _ moment: Moment
  ) -> Presentation? {
    if let refusal = refusal(of: instant, moment) {
      answer(.failure(refusal))
      return nil
    }
    log.notice("later: \(instant.seconds)")
    answer(.success(state.remind(at: instant, moment)))
    state.saysLater = false
    return .withdraw
  }

  /// Why no reminder can come at an instant.
  private func refusal(of instant: Instant, _ moment: Moment) -> LaterError? {
    guard today.current?.history.streak.isTodayOpen == true else { return .notOpen }
    return instant > moment.now && instant < moment.dayEnds ? nil : .notToday
  }

  private func counts(_ intent: Intent) -> Bool {
    let counts = state.clicks.counts(intent, on: moment.today, at: jobs.uptime())
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

  private func write(_ moment: Moment) -> Presentation? {
    written(writes.run(on: moment.today), moment)
  }

  private func written(
    _ outcomes: [(PendingWrites.Write, PendingWrites.Outcome)], _ moment: Moment
  ) -> Presentation? {
    let wanted = outcomes.map { write, outcome in
      switch write.edit {
      case .mark(let day, let studied): marked(day, studied, write, outcome, moment)
      case .rest(let day): rested(day, outcome, moment)
      case .reserve(let free, _, _): reserved(free, outcome, moment)
      case .undo(let batch): undone(batch, outcome, moment)
      }
    }
    return wanted.compactMap(\.self).last
  }

  private func marked(
    _ day: Day, _ studied: Bool, _ write: PendingWrites.Write, _ outcome: PendingWrites.Outcome,
    _ moment: Moment
  ) -> Presentation? {
    let isClick = write.click != nil
    switch outcome {
    case .saved(let saved):
      log.notice("\(studied ? "studied" : "not studied"): \(day)")
      if day == moment.today, numbers?.isStudied != studied {
        onHook(studied ? .studied : .unstudied)
      }
      guard isClick else {
        state.forgetClick()
        return nil
      }
      state.wasSaved(
        ContentText.remark(day, studied: studied, today: moment.today), in: saved.batch,
        isShownAnyway: day == moment.today, now: moment.now)
      return .answer
    case .kept(let error):
      log.error("not saved yet: \(day): \(error)")
      return .answer
    case .failed(let error):
      log.error("not saved: \(day): \(error)")
      guard isClick else { return nil }
      guard write.today == moment.today else {
        state.remark = Remark(
          line: ContentText.notSavedRemark(day, studied: studied, today: moment.today))
        return moment.isQuiet ? nil : .show
      }
      state.notSaved = NotSaved(
        intent: studied ? .study(day) : .unstudy(day), error: error)
      return .answer
    }
  }

  private func rested(
    _ day: Day, _ outcome: PendingWrites.Outcome, _ moment: Moment
  ) -> Presentation? {
    guard case .saved(let saved) = outcome else { return notSaved(.rest(day), outcome) }
    log.notice("rest day: \(day)")
    state.wasSaved(
      ContentText.restRemark(day, today: moment.today), in: saved.batch,
      isShownAnyway: day == moment.today, now: moment.now)
    return .answer
  }

  private func reserved(
    _ free: FreeDays, _ outcome: PendingWrites.Outcome, _ moment: Moment
  ) -> Presentation? {
    guard case .saved(let saved) = outcome else { return notSaved(.reserve(moment.today), outcome) }
    log.notice("days in reserve: \(free.count)")
    state.wasSaved(
      text(
        "{count} day a week in reserve. To undo: haru undo",
        "{count} days a week in reserve. To undo: haru undo", count: free.count), in: saved.batch,
      now: moment.now)
    return .answer
  }

  private func undone(
    _ batch: EntryName, _ outcome: PendingWrites.Outcome, _ moment: Moment
  ) -> Presentation? {
    guard case .saved(let saved) = outcome else {
      return notSaved(.undo(batch.description), outcome)
    }
    log.notice("undone: \(saved.undone.count) changes")
    let marks = saved.undone.compactMap(\.ofDay).filter {
      $0.kind == .study && $0.day == moment.today && $0.before != $0.after
    }
    if let mark = marks.last { onHook(mark.after == nil ? .unstudied : .studied) }
    state.wasSaved(
      ContentText.undoneRemark(saved.undone.map(\.reversed), today: moment.today),
      now: moment.now)
    return .answer
  }

  private func notSaved(_ intent: Intent, _ outcome: PendingWrites.Outcome) -> Presentation? {
    switch outcome {
    case .saved: return nil
    case .kept(let error), .failed(let error):
      log.error("not saved: \(intent): \(error)")
      state.notSaved = NotSaved(intent: intent, error: error)
      return .answer
    }
  }

  /// Computes the timeline; a store that has become unreadable is a reason to appear, and so is a day that
  /// another machine or a task list has opened again.
  private func read(_ moment: Moment) -> Presentation? {
    let (couldRead, before) = (today.readError == nil, today.current)
    today.read(moment, answered: state.answered, later: state.later?.at)
    checkToldMark()
    if let entry = today.current, state.hasSeenServer, isOpenedElsewhere(entry, since: before) {
      return notification.reopened(&state, entry, moment)
    }
    guard couldRead, let error = today.readError else { return nil }
    if case .newerSchema = error, before != nil {
      onOutdated("the store was written by a newer program")
    }
    return state.hasSeenServer ? .show : nil
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
    if notification.publish(presentation, &state, waiting, today, moment) {
      state.pictureWait = nil
      let isOwnDoing = [.showIfOpen, .startDay].contains(presentation)
      if isOwnDoing, today.current?.isReminder == true { onHook(.reminder) }
    }
    if let numbers, numbers != state.announcedNumbers {
      if let before = state.announcedNumbers, before.today < numbers.today {
        state.sources.hasDayToAnnounce = true
      }
      onNumbers(numbers)
      state.announcedNumbers = numbers
    }
    // What they say of yesterday may keep a streak.
    if state.sources.hasDayToAnnounce, !state.sources.isAsking {
      state.sources.hasDayToAnnounce = false
      dayStarted()
    }
  }

  private func dayStarted() {
    onHook(.dayStarted)
    if today.current?.history.streak.endedYesterday != nil { onHook(.streakEnded) }
  }

  private func setAlarm(_ moment: Moment, _ guestsWake: Instant?) {
    let next = today.timeline?.nextChange ?? moment.dayEnds
    let earliest = [state.appears(moment)?.at, guestsWake].compactMap(\.self).reduce(next, min)
    // A timeline that could not be read again may be in the past; an alarm never is.
    alarm.set(max(earliest, moment.now + 1), firstJob: jobs.next)
  }

  private func announceAgenda(_ moment: Moment) {
    let next = moment.provider.nextNotification(
      of: today.record, at: moment.now, later: state.later?.at,
      appears: state.appears(moment),
      awaitsReturn: state.hasSeenReturn)
    let agenda = Agenda(
      notSavedSince: writes.notSavedSince, noBackupSince: backup.failsSince,
      notInFolder: state.notInFolder, next: today.timeline == nil ? nil : next)
    guard agenda != state.announcedAgenda else { return }
    state.announcedAgenda = agenda
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
  fileprivate func edit(_ settings: Settings) -> PendingWrites.Edit? {
    switch self {
    case .study(let day): .mark(day, studied: true)
    case .unstudy(let day): .mark(day, studied: false)
    case .confirm(let question): .mark(question.day, studied: question.studied)
    case .rest(let day): .rest(day)
    case .reserve(let day):
      .reserve(
        FreeDays(FreeDays.offered, weekBegins: settings.weekBegins), from: day,
        startsAt: settings.dayStartsAt)
    case .undo(let batch): EntryName(batch).map(PendingWrites.Edit.undo)
    case .ask, .later, .remind, .calendar, .close, .press, .show: nil
    }
  }
}

extension Settings {
  /// The path of the store; `nil` if its line is wrong.
  fileprivate func knownStorePath(usual: String) -> String? {
    isStoreKnown ? storePath(usual: usual) : nil
  }
}
