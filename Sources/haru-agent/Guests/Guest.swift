internal import HaruCore
internal import HaruSystem

/// A guest: a program that is asked at the times that it names, and whose pages are shown (docs/guests.md).
///
/// Whatever it does costs itself: no event waits for it, and nothing of its answers is trusted.
@MainActor
final class Guest {
  /// A login has other work.
  private static let startMilliseconds: Int64 = 2000
  /// How soon after one question about a change the next is: the guest may cause a change with each answer.
  private static let changeMilliseconds: Int64 = 1000

  let name: String
  private let questions: GuestQuestions
  private let notification: GuestNotification
  private let log: Log
  private var schedule = GuestSchedule()
  private var clicks = Clicks()
  private let jobs: Jobs
  /// When it was last asked about a change.
  private var askedOfChange: Int64?
  private var hasBegun = false
  private var hasLeft = false
  /// What was logged of its last failure.
  private var fault: String?

  /// Receives what happens to it, to be passed on to the agent.
  var onEvent: @MainActor (GuestEvent) -> Void = { _ in }

  /// Makes a guest with the name of its registration, which is asked two seconds later.
  init(
    _ name: String, _ questions: GuestQuestions, _ publisher: any Publisher, jobs: Jobs, log: Log
  ) {
    (self.name, self.questions, self.jobs, self.log) = (name, questions, jobs, log)
    notification = GuestNotification(publisher, of: name)
    jobs.schedule(.askGuests, afterMilliseconds: Self.startMilliseconds)
    questions.tag = { [weak self] in self?.notification.shownTag }
    questions.onAnswer = { [weak self] in self?.onEvent($0) }
  }

  /// Does what an event and the time ask for.
  ///
  /// - Returns: When it has to be called again; `nil` if only another event makes that necessary.
  func handle(_ event: Event, _ moment: Moment) -> Instant? {
    note(event, moment)
    guard !hasLeft else { return nil }
    let waits = notification.publish(isQuiet: moment.isQuiet)
    let wakes = [waits ? moment.quietEnds : nil, askInTime(event, moment)]
    return wakes.compactMap(\.self).min()
  }

  /// Withdraws its notification for good; presses that were made still count.
  func leave() {
    hasLeft = true
    questions.stop()
    notification.withdraw()
  }

  private func note(_ event: Event, _ moment: Moment) {
    switch event {
    case .guest(name, let event): note(event, moment.now)
    case .storeChanged, .settingsChanged, .settingsAreWrong: askOfChange()
    case .doNotDisturbEnded where !moment.isQuiet: notification.showAgainOnce()
    case .due(let jobs):
      if jobs.contains(.sendGuest(name)) { notification.sendAgain() }
      if jobs.contains(.askGuest(name)) { askOfChange() }
      guard jobs.contains(.askGuests) else { break }
      hasBegun = true
      ask(.start)
    default: break
    }
  }

  private func note(_ event: GuestEvent, _ now: Instant) {
    switch event {
    case .answered(let question, let page, let isOvertaken):
      if !hasLeft { answered(question.reason, page, isOvertaken, now) }
    case .clicked(let intent, let onLiving): clicked(intent, onLiving: onLiving)
    case .shown: if let tag = notification.wasTaken() { ask(.shown, tag) }
    case .lost: notification.showAgain()
    }
  }

  // MARK: Questions

  /// Asks, unless the guest fails, and so is asked again later anyway.
  private func ask(_ reason: GuestQuestion.Reason, _ tag: String? = nil) {
    guard hasBegun, !hasLeft, !schedule.isFailing || reason == .time else { return }
    questions.ask(GuestQuestion(reason, tag: tag))
  }

  /// Asks because of a change: at once, or else, together with others, a second after the last such question.
  private func askOfChange() {
    guard hasBegun, !schedule.isFailing else { return }
    let now = jobs.uptime()
    let wait = askedOfChange.map { $0 + Self.changeMilliseconds - now } ?? 0
    guard wait <= 0 else { return jobs.schedule(.askGuest(name), afterMilliseconds: wait) }
    askedOfChange = now
    ask(.changed)
  }

  /// Asks when the time has come.
  ///
  /// Only the alarm is a reason, so that no click waits for the start of a process.
  private func askInTime(_ event: Event, _ moment: Moment) -> Instant? {
    guard !questions.isAsked(.time), let next = schedule.next(at: moment.now) else { return nil }
    guard next <= moment.now, case .timeMoved = event else { return next }
    schedule.asks(at: moment.now)
    ask(.time)
    return nil
  }

  private func answered(
    _ reason: GuestQuestion.Reason, _ page: Result<GuestPage, GLibError>, _ isOvertaken: Bool,
    _ now: Instant
  ) {
    switch page {
    case .success(let page):
      fault = nil
      // What it says may be out of date.
      if isOvertaken { ask(.changed) }
      guard !isOvertaken || reason == .press else { return }
      schedule.answered(page.again, at: now)
      let untold = notification.take(page.notification, answering: reason)
      if let untold { ask(.shown, untold) }
    case .failure(let error):
      let fault = "the guest \(name) fails: \(error)"
      if fault != self.fault { log.warning(fault) }
      self.fault = fault
      // The server may have closed what was pressed.
      if reason == .press { notification.showAgain() } else { schedule.failed(at: now) }
    }
  }

  private func clicked(_ intent: Intent, onLiving: Bool) {
    guard clicks.counts(intent, at: jobs.uptime()) else {
      // The server may have closed what was clicked; the answer to a press is shown anyway.
      if onLiving, !questions.isAsked(.press) { notification.showAgain() }
      return
    }
    switch intent {
    case .press(let button):
      questions.ask(GuestQuestion(.press, key: button.key, tag: notification.tag))
    case .show: notification.showAgain()
    default: break
    }
  }
}

/// What happens to a guest.
enum GuestEvent: Sendable {
  /// A question was answered, or was not, for a reason; perhaps a later one was answered before.
  case answered(GuestQuestion, Result<GuestPage, GLibError>, isOvertaken: Bool)
  /// A button was pressed, or the body clicked; on the notification that is shown now, or on an older one.
  case clicked(Intent, onLiving: Bool)
  /// A server has taken its notification.
  case shown
  /// A server has gone with its notification, and another has appeared.
  case lost
}
