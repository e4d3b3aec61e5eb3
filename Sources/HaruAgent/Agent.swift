public import HaruCore
internal import HaruSession
internal import HaruStore
internal import HaruText
public import Logging

/// Turns events into marks, and marks into published content.
@MainActor
public final class Agent {
  /// What an event asks of the notification.
  private enum Manner {
    /// Change what is shown, if something is.
    case update
    /// Appear, unless the day is studied.
    case showIfOpen
    /// Appear.
    case show
    /// Appear, and make no sound: the user is looking.
    case showInSilence
    /// Go away.
    case withdraw
    /// Go away with the day that is over, unless a reminder of the new one is due already.
    case startDay
  }

  /// What came of the writes of one event.
  private struct Written {
    /// What they ask of the notification, if they came from its buttons.
    var manner: Manner?
    /// Answers to give when everything else is done.
    var answers: [() -> Void] = []
  }

  /// How long a write that found the store locked waits before the next try.
  private static let writeRetryMilliseconds = 100
  /// The same for reading, which only an unusual lock keeps from the store, and perhaps for long.
  private static let readRetryMilliseconds = 1000

  private let surroundings: Surroundings
  private let publisher: any Publisher
  private let alarm: any Alarm
  private let viewer: any Viewer
  private let log: Logger
  private let door: StoreDoor
  private let defaultStorePath: String
  private let backups: Backups
  private let pictures: DayPictures
  private let watches: Watches
  private var settings: Settings

  // What has to be known from one event to the next; all else is worked out anew.
  private var timeline: Timeline?
  private var published: Content?
  private var announced: Status?
  private var pending = PendingWrites()
  private var clicks: Clicks
  /// When the user last pressed a button; reminders up to then are settled.
  private var answered: Instant
  /// When *Later* reminds.
  private var later: Instant?
  /// When the quiet hours are over in which something would have appeared.
  private var appearsAt: Instant?
  /// What is said of a click that was for another day than today, or did not open a view.
  private var remark: String?
  /// Why the last click was not saved.
  private var failure: StoreError?
  /// Why the store could not be read.
  private var blindness: StoreError?
  /// The backup that can take the place of a damaged store.
  private var remedy: String?
  private var hasSeenServer = false
  /// Whether what a login shows waits for its picture, so as not to come without.
  private var waitsForPicture = false

  /// Hears that this program is too old for the store and has to be started anew.
  public var onOutdated: @MainActor () -> Void = {}

  /// Makes an agent, which does nothing until its first event.
  ///
  /// - Parameters:
  ///   - surroundings: The clock and the zone.
  ///   - uptime: Milliseconds on a clock that never jumps.
  ///   - settings: What the user has chosen.
  ///   - storePath: Where the store is unless the settings say otherwise.
  ///   - pictures: Keeps the pictures of the days.
  ///   - publisher: Shows what there is to show.
  ///   - alarm: Wakes it up.
  ///   - viewer: Opens what the user wants to look at.
  ///   - reloader: Has watched repositories reloaded.
  ///   - digestPublisher: Shows what is new of them.
  ///   - log: Where it says what it does.
  public init(
    surroundings: Surroundings, uptime: @escaping @MainActor () -> Int64, settings: Settings,
    storePath: String, pictures: DayPictures, publisher: any Publisher, alarm: any Alarm,
    viewer: any Viewer, reloader: any Reloader, digestPublisher: any DigestPublisher, log: Logger
  ) {
    self.surroundings = surroundings
    self.settings = settings
    self.pictures = pictures
    self.publisher = publisher
    self.alarm = alarm
    self.viewer = viewer
    self.log = log
    clicks = Clicks(uptime: uptime)
    defaultStorePath = storePath
    backups = Backups(besideUsualStore: storePath)
    door = StoreDoor(
      path: settings.storePath(usual: storePath), usual: storePath, for: .writing,
      busyMilliseconds: StoreDoor.busyMilliseconds)
    let reloads = Reloads(reloader, log: log)
    watches = Watches(
      door: door, usualStorePath: storePath, reloads: reloads, digest: Digest(digestPublisher),
      log: log)
    answered = surroundings.now()
    reloads.onEnd = { [weak self] in self?.handle(.reloadEnded) }
  }

  /// How things stand; `nil` until the store could be read.
  public var status: Status? { timeline.map(Status.init) }

  /// Handles whatever happened: writes if asked, works the timeline out again, publishes if it
  /// differs, sets the one alarm.
  ///
  /// The clock and the zone are read once. When it returns, what a click asked for is on disk,
  /// waits for the store's lock, or is shown as not saved; there is no fourth way.
  public func handle(_ event: Event) {
    log.debug("event: \(event)")
    if case .settingsChanged(let settings) = event { adopt(settings) }
    let moment = Moment(
      now: surroundings.now(), zone: surroundings.zone(), settings: settings)
    forgetWhatLiesAhead(of: moment)

    // Whatever woke us, time has gone on: a click may be seen before the alarm of midnight is.
    let isWaiting = !pending.isEmpty
    let due = whatTimeBrings(moment)
    let wanted = manner(for: event, moment) ?? due
    // While a write waits for the lock only its own timer tries again: two waits close together
    // would keep the loop for longer than an answer may take.
    let written = isWaiting && !event.isRetry ? Written() : write(moment)
    let couldSee = blindness == nil
    readTimeline(moment)
    let hasGoneBlind = couldSee && blindness != nil && hasSeenServer
    publish(hasGoneBlind ? .show : written.manner ?? wanted, moment)
    setAlarm(moment, watches: watches.handle(event, moment))
    for answer in written.answers { answer() }
    pictures.areDue(on: moment.today)
  }

  // MARK: What an event asks for

  /// What the event itself asks for; `nil` if it is no reason to appear or to go.
  private func manner(for event: Event, _ moment: Moment) -> Manner? {
    switch event {
    case .serverAppeared(let lostSomething):
      return serverAppeared(lostSomething: lostSomething, moment)
    case .serverIsMissing:
      return atLogin(moment)
    case .pictureSettled:
      return waitsForPicture ? atLogin(moment) : nil
    case .clicked(let intent, let onLiving):
      return clicked(intent, onLiving: onLiving, moment)
    case .digestClicked(let intent, let onLiving):
      digestClicked(intent, onLiving: onLiving, moment)
      return nil
    case .asked(let intent, let answer):
      enqueue(intent, .bus, moment, answer)
      return nil
    case .viewRequested(let view, let answer):
      remark = nil
      open(view, answer)
      return nil
    case .viewFailed(let reason):
      remark = ViewText.remark(reason)
      return .showInSilence
    case .noSuchView(let address):
      log.warning("no such view: \(address)")
      remark = ViewText.unknown(address)
      return .showInSilence
    case .presentRequested:
      remark = nil
      return .show
    case .storeChanged:
      // What was said of the last click is no longer the news, and may not be true any more.
      (failure, remark) = (nil, nil)
      return nil
    case .settingsChanged:
      // They may have been what it was about.
      remark = nil
      return nil
    case .timeMoved, .retryDue, .digestShown, .digestLost, .pageOpened, .reloadEnded:
      return nil
    }
  }

  /// What a server that comes is shown: at login the day, later what the one before it took along.
  ///
  /// What the user had put away stays away.
  private func serverAppeared(lostSomething: Bool, _ moment: Moment) -> Manner? {
    if hasSeenServer { return lostSomething ? .show : nil }
    hasSeenServer = true
    return atLogin(moment)
  }

  private func atLogin(_ moment: Moment) -> Manner? {
    // It would not be shown anew for its picture alone, so that one is worth a moment; nobody has
    // asked for anything yet.
    waitsForPicture = pictures.isAwaited
    guard !waitsForPicture else { return nil }
    switch settings.atLogin {
    case .open: return appearUnlessQuiet(moment, orElse: .update)
    case .always where moment.audible <= moment.now: return .show
    case .always: return appearUnlessQuiet(moment, orElse: .update)
    case .never: return nil
    }
  }

  private func clicked(_ intent: Intent, onLiving: Bool, _ moment: Moment) -> Manner? {
    guard clicks.counts(intent) else {
      log.debug("a repeat of the click before: \(intent.actionKey)")
      // The server may have closed what was clicked, and what is shown has to stay.
      return onLiving ? .show : nil
    }
    switch intent {
    case .study, .unstudy:
      enqueue(intent, .button, moment, nil)
      return nil
    case .later(let day):
      guard day == moment.today else { return .show }
      (answered, later) = (moment.now, moment.later)
      return .withdraw
    case .calendar:
      // Most servers close what was clicked on, and Study has to stay within reach.
      remark = nil
      open(.calendar, nil)
      return .showInSilence
    case .close(let day):
      return day == moment.today ? .withdraw : nil
    case .show:
      return .show
    case .open, .quiet:
      // The digest's.
      return nil
    }
  }

  private func digestClicked(_ intent: Intent, onLiving: Bool, _ moment: Moment) {
    guard clicks.counts(intent) else {
      log.debug("a repeat of the click before: \(intent.actionKey)")
      // The server may have closed what was clicked.
      if onLiving { watches.showAgain() }
      return
    }
    switch intent {
    case .open(let name):
      viewer.open(name) { [weak self] in self?.handle(.pageOpened(name, failure: $0)) }
    case .quiet:
      enqueue(intent, .button, moment, nil)
    case .show:
      watches.showAgain()
    case .study, .unstudy, .later, .calendar, .close:
      break
    }
  }

  /// Has a view opened; who waits for the answer hears it, and anybody else is the user.
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

  /// What has become due since the last event: a new day, the end of the quiet hours, a reminder.
  private func whatTimeBrings(_ moment: Moment) -> Manner {
    if let published, published.day != moment.today {
      log.notice("the day is \(moment.today)")
      (later, appearsAt, remark, failure) = (nil, nil, nil, nil)
      if settings.atDayStart { return appearUnlessQuiet(moment, orElse: .withdraw) }
      return moment.audible > moment.now ? .withdraw : .startDay
    }
    if let appearsAt, appearsAt <= moment.now {
      self.appearsAt = nil
      return .showIfOpen
    }
    guard let timeline, timeline.entries.dropFirst().contains(where: { $0.date <= moment.now })
    else { return .update }
    (remark, failure) = (nil, nil)
    // It may be late: after a sleep the time has come hours ago, and the quiet hours since.
    return appearUnlessQuiet(moment, orElse: .update)
  }

  private func appearUnlessQuiet(_ moment: Moment, orElse manner: Manner) -> Manner {
    guard moment.audible > moment.now else { return .showIfOpen }
    appearsAt = moment.audible
    return manner
  }

  private func adopt(_ settings: Settings) {
    self.settings = settings
    pictures.settings = settings
    door.path = settings.storePath(usual: defaultStorePath)
  }

  /// After the clock was set back, what was remembered may lie in the future.
  private func forgetWhatLiesAhead(of moment: Moment) {
    answered = min(answered, moment.now)
    if let later, later > moment.now + Int64(settings.laterMinutes * 60) { self.later = nil }
  }

  // MARK: Writing

  private func enqueue(
    _ intent: Intent, _ source: Provenance.Source, _ moment: Moment, _ answer: BusAnswer?
  ) {
    let change: PendingWrites.Change
    switch intent {
    case .study(let day): change = .mark(day, studied: true)
    case .unstudy(let day): change = .mark(day, studied: false)
    case .quiet(let name): change = .silence(name)
    case .later, .calendar, .close, .open, .show: return
    }
    pending.append(
      PendingWrites.Write(
        change: change, today: moment.today,
        provenance: Provenance(at: moment.now, in: moment.zone, source: source),
        deadline: clicks.uptime() + PendingWrites.patienceMilliseconds, answer: answer))
  }

  /// Writes what is asked for, and tells what it asks of the notification.
  private func write(_ moment: Moment) -> Written {
    var written = Written()
    for outcome in pending.drain(at: clicks.uptime(), with: write) {
      switch outcome {
      case .written(let write, let changed): note(write, changed, moment, &written)
      case .failed(let write, let error): note(write, error, &written)
      }
    }
    if !pending.isEmpty { alarm.retry(afterMilliseconds: Agent.writeRetryMilliseconds) }
    return written
  }

  private func note(
    _ write: PendingWrites.Write, _ changed: Bool, _ moment: Moment, _ written: inout Written
  ) {
    switch write.change {
    case .mark(let day, let studied):
      log.notice("\(studied ? "studied" : "not studied"): \(day)")
      if let answer = write.answer { written.answers.append { answer(.success(changed)) } }
      (failure, remark) = (nil, nil)
      guard write.provenance.source == .button else { return }
      (answered, written.manner) = (moment.now, .show)
      remark = day == moment.today ? nil : ContentText.remark(day, studied: studied)
    case .silence(let name):
      log.notice("quiet: \(name)")
      watches.isQuiet(name)
    }
  }

  private func note(
    _ write: PendingWrites.Write, _ error: StoreError, _ written: inout Written
  ) {
    switch write.change {
    case .mark(let day, _):
      log.error("not saved: \(day): \(error)")
      if let answer = write.answer { written.answers.append { answer(.failure(error)) } }
      guard write.provenance.source == .button else { return }
      (failure, written.manner) = (error, .show)
    case .silence(let name):
      log.error("not quiet: \(name): \(error)")
      watches.isNotQuiet(name, because: error)
    }
  }

  private func write(_ write: PendingWrites.Write) -> Result<Bool, StoreError> {
    Result { () throws(StoreError) in
      try door.with { (store) throws(StoreError) in
        switch write.change {
        case .mark(let day, let studied):
          try !store.setStudied([day], studied, today: write.today, by: write.provenance).isEmpty
        case .silence(let name):
          try store.setQuiet(true, name) != nil
        }
      }
    }
  }

  // MARK: Publishing

  private func readTimeline(_ moment: Moment) {
    do {
      timeline = moment.provider.timeline(
        of: try door.record(restingOn: settings.restWeekdays, today: moment.today),
        at: moment.now, answered: answered, later: later)
      blindness = nil
    } catch .busy where timeline?.current.day == moment.today {
      // What was known a moment ago is as good as anything until the lock is free.
      alarm.retry(afterMilliseconds: Agent.readRetryMilliseconds)
    } catch {
      if error == .busy { alarm.retry(afterMilliseconds: Agent.readRetryMilliseconds) }
      if case .newerSchema = error, timeline != nil { onOutdated() }
      if blindness != error {
        log.error("the store cannot be read: \(error)")
        remedy =
          [.corrupt, .notAStore].contains(error) ? backups.newestGood(on: moment.today) : nil
      }
      (timeline, blindness) = (nil, error)
    }
  }

  private func content(_ moment: Moment) -> Content {
    guard let entry = timeline?.current else {
      if let failure {
        return ContentText.notSaved(moment.today, isStudied: false, because: failure)
      }
      return ContentText.unreadable(
        moment.today, because: blindness ?? .missing, backup: remedy)
    }
    if let failure {
      return ContentText.notSaved(
        entry.day, isStudied: entry.history.streak.isTodayStudied, because: failure)
    }
    var content = ContentText.content(of: entry, canOpen: canOpen)
    if let remark { content.lines.insert(remark, at: 0) }
    return content
  }

  /// Whether a view can be opened, and the settings hide none from the viewer.
  private var canOpen: Bool { !settings.hidden.contains(.viewer) && viewer.canOpen }

  private func publish(_ manner: Manner, _ moment: Moment) {
    let content = content(moment)
    let entry = timeline?.current
    let isOpen = entry?.history.streak.isTodayOpen ?? true
    switch manner {
    case .show:
      show(content, mayBeHeard: mayBeHeard(entry))
    case .showInSilence:
      show(content, mayBeHeard: false)
    case .showIfOpen where isOpen:
      show(content, mayBeHeard: mayBeHeard(entry))
    case .showIfOpen where beginsFree(entry):
      // A free day begins: yesterday's notification goes, and today asks for nothing.
      publisher.withdraw()
    case .showIfOpen, .update:
      if content != published { publisher.update(content) }
    case .startDay where entry?.occasion == .reminder:
      show(content, mayBeHeard: mayBeHeard(entry))
    case .withdraw, .startDay:
      publisher.withdraw()
    }
    published = content
    if let status, status != announced {
      publisher.announce(status)
      announced = status
    }
  }

  private func show(_ content: Content, mayBeHeard: Bool) {
    waitsForPicture = false
    publisher.show(content, mayBeHeard: mayBeHeard)
  }

  private func mayBeHeard(_ entry: Entry?) -> Bool {
    settings.sound && entry?.occasion == .reminder
  }

  /// Whether another day than the one shown begins, and is free.
  private func beginsFree(_ entry: Entry?) -> Bool {
    guard let published, let entry, published.day != entry.day else { return false }
    return entry.history.streak.isTodayRest && !entry.history.streak.isTodayStudied
  }

  private func setAlarm(_ moment: Moment, watches: Instant?) {
    let next = timeline?.nextChange ?? moment.dayEnds
    let earliest = [appearsAt, watches].compactMap(\.self).reduce(next, min)
    // A timeline that could not be read anew may lie behind us; an alarm never does.
    alarm.set(max(earliest, moment.now + 1))
  }
}
