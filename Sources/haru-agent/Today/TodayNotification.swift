internal import HaruCore
internal import HaruDesktop
internal import HaruLog
internal import HaruNotify
internal import HaruText

/// Today's notification: when it appears, and what it contains (docs/notifications.md#reasons-to-show).
///
/// It remembers nothing itself: that is in `AgentState`.
@MainActor
struct TodayNotification {
  /// A click that could not be saved, and is tried again.
  struct WaitingClick {
    let day: Day
    let studied: Bool
    let error: StoreError

    init?(_ write: PendingWrites.Write) {
      guard let click = write.click, let error = write.failure else { return nil }
      (day, studied, self.error) = (click.day, click.studied, error)
    }
  }

  private let publisher: any Publisher
  private let viewer: any Viewer

  init(_ publisher: any Publisher, viewer: any Viewer) {
    (self.publisher, self.viewer) = (publisher, viewer)
  }

  // MARK: When it appears

  /// What the time that has passed on a day asks for: the end of the quiet hours, a reminder.
  func timePassed(
    _ state: inout AgentState, _ timeline: Timeline?, _ moment: Moment
  ) -> Presentation? {
    if let appears = state.appears(moment), appears.at <= moment.now {
      state.wantedAt = nil
      return .showIfOpen
    }
    let due = timeline?.entries.dropFirst().filter { $0.date <= moment.now }.map(\.reminds) ?? []
    guard !due.isEmpty else { return nil }
    state.forgetClick()
    state.saysLater = false
    // After a sleep the reminder may be hours late, and the quiet hours may have begun.
    return appearUnlessQuiet(
      &state, moment, because: due.contains(.later) ? .later : .reminder, orElse: .update)
  }

  /// What a new day asks for (docs/notifications.md#reasons-to-show).
  func dayBegan(_ state: inout AgentState, _ moment: Moment) -> Presentation {
    state.beginDay()
    let boundary = moment.provider.boundary
    // Whoever wakes the machine later, sets its clock or travels is there.
    let isOnTime = moment.now < boundary.start(of: moment.today) + 60
    switch moment.settings.atDayStart {
    case .never: return .startDay
    case .login where state.hasSeenReturn && isOnTime: return .awaitReturn
    case .login, .begin: return appearUnlessQuiet(&state, moment, orElse: .withdraw)
    case .at(let time):
      let instant = boundary.instant(of: time, on: moment.today)
      guard instant > moment.now else {
        return appearUnlessQuiet(&state, moment, orElse: .withdraw)
      }
      state.wantedAt = instant
      return .startDay
    }
  }

  /// What a login asks for.
  func atLogin(_ state: inout AgentState, _ moment: Moment) -> Presentation? {
    switch moment.settings.atLogin {
    case .always where !moment.isQuiet: .show
    case .always, .open: appearUnlessQuiet(&state, moment, orElse: .update)
    case .never: nil
    }
  }

  /// What the return of the user asks for (docs/notifications.md#coming-back).
  func userReturned(_ state: inout AgentState, _ moment: Moment) -> Presentation? {
    if state.comingBack == .first, state.publishedDay == moment.today {
      return appearUnlessQuiet(&state, moment, orElse: .update)
    }
    guard state.comingBack == .once, state.publishedDay == moment.today, !moment.isQuiet,
      !publisher.wasDismissed, !publisher.isWithinReach
    else { return nil }
    return .comeBack
  }

  /// What the end of *do not disturb* asks for.
  ///
  /// Whether the server has lost the notification is not known: it has answered as if it had shown it.
  func doNotDisturbEnded(_ state: inout AgentState, _ moment: Moment) -> Presentation? {
    guard state.comingBack == .once || publisher.isShowing, state.publishedDay == moment.today,
      !publisher.wasDismissed, !state.saysLater
    else { return nil }
    guard moment.isQuiet else { return .comeBack }
    state.wantedAt = moment.now
    return nil
  }

  /// What a day asks for that another machine has opened again.
  func reopened(
    _ state: inout AgentState, _ entry: Entry, _ moment: Moment
  ) -> Presentation? {
    guard state.hasSaidDone || entry.isReminder, !publisher.isShowing else { return nil }
    return appearUnlessQuiet(&state, moment, orElse: .update)
  }

  /// What a click on the body asks for: a question, if such a click may be all that reaches the agent.
  func bodyClicked(_ state: inout AgentState, _ question: DayQuestion) -> Presentation {
    if publisher.asksOnBodyClick { state.question = question }
    return .showOnRequest
  }

  private func appearUnlessQuiet(
    _ state: inout AgentState, _ moment: Moment, because reason: NextNotification.Reason = .newDay,
    orElse presentation: Presentation
  ) -> Presentation {
    let comes = moment.provider.comes(reason, dueAt: moment.now, on: moment.today)
    guard comes > moment.now else { return .showIfOpen }
    state.wantedAt = moment.now
    return presentation
  }

  // MARK: Publishing

  /// Publishes what has changed.
  ///
  /// - Parameters:
  ///   - presentation: How it is shown.
  ///   - state: What it says; receives what was published.
  ///   - waiting: The last click that could not be saved, and is tried again.
  ///   - today: Today as it was read.
  ///   - moment: The clock and the settings.
  /// - Returns: Whether it was shown as something new.
  func publish(
    _ presentation: Presentation, _ state: inout AgentState, _ waiting: WaitingClick?,
    _ today: TodaysTimeline, _ moment: Moment
  ) -> Bool {
    let entry = today.current
    let isOpen = entry?.history.streak.isTodayOpen ?? true
    if let entry, waiting == nil, state.notSaved == nil {
      state.saved = nil
      let settled = DayQuestion(entry.day, studied: entry.history.streak.isTodayStudied)
      if state.question == settled { state.question = nil }
    }
    let content = content(state, waiting, today, moment)
    let act = act(presentation, state, entry, moment)
    switch act {
    case .show(let attention):
      // A server that refuses two alike would take what it has lost for what it shows.
      if presentation == .comeBack { publisher.withdraw() }
      publisher.show(content, attention)
      state.comingBack = presentation == .comeBack ? .done : state.saysLater ? .no : .once
    case .update:
      if content != state.published { publisher.update(content) }
    case .withdraw:
      publisher.withdraw()
      state.comingBack = presentation == .awaitReturn ? .first : .no
    }
    (state.published, state.publishedDay) = (content, moment.today)
    if publisher.isShowing { state.hasSaidDone = !isOpen }
    return act.isShow
  }

  func sendAgain() { publisher.retry() }

  func withdraw() { publisher.withdraw() }

  /// Shows that the agent ends before a click could be saved.
  func showLost(_ click: WaitingClick) {
    publisher.show(
      ContentText.lost(click.day, studied: click.studied, because: click.error), .answer)
  }

  /// What is done with the notification.
  private enum Act {
    case show(Attention)
    case update, withdraw

    var isShow: Bool { if case .show = self { true } else { false } }
  }

  private func act(
    _ presentation: Presentation, _ state: AgentState, _ entry: Entry?, _ moment: Moment
  ) -> Act {
    let isOpen = entry?.history.streak.isTodayOpen ?? true
    let isReminder = entry?.isReminder == true
    let news = Act.show(.news(mayBeHeard: moment.settings.sound && isReminder))
    switch presentation {
    case .show: return news
    case .answer: return .show(.answer)
    case .showOnRequest: return .show(isOpen ? .request : .answer)
    case .comeBack: return isOpen ? .show(.news(mayBeHeard: false)) : .update
    case .showIfOpen: return isOpen ? news : beginsAsRestDay(state, entry) ? .withdraw : .update
    case .update: return .update
    case .startDay, .awaitReturn: return isReminder && !moment.isQuiet ? news : .withdraw
    case .withdraw: return .withdraw
    }
  }

  /// Whether the entry is of another day than what is shown, and of a rest day: it asks for nothing.
  private func beginsAsRestDay(_ state: AgentState, _ entry: Entry?) -> Bool {
    guard let shown = state.publishedDay, let entry, shown != entry.day else { return false }
    return entry.history.streak.isTodayRest && !entry.history.streak.isTodayStudied
  }

  /// A program that could be a source, on the second studied day of somebody who has none.
  private func offeredSource(_ entry: Entry) -> String? {
    let isSecond = entry.history.total == 2 && entry.history.streak.isTodayStudied
    return isSecond ? FoundSource.offered?.program : nil
  }

  // MARK: What it contains

  /// Whether the calendar can be shown.
  func canOpen(_ moment: Moment) -> Bool {
    !moment.settings.hidden.contains(.viewer) && viewer.canOpen
  }

  private func content(
    _ state: AgentState, _ waiting: WaitingClick?, _ today: TodaysTimeline, _ moment: Moment
  ) -> Content {
    var content = words(state, waiting, today, moment)
    content.lines.insert(contentsOf: state.wrongSetting, at: 0)
    if !state.wrongSetting.isEmpty, content.stay == .briefly { content.stay = .withinReach }
    content.stay = moment.settings.stay.applied(to: content.stay)
    return content
  }

  private func words(
    _ state: AgentState, _ waiting: WaitingClick?, _ today: TodaysTimeline, _ moment: Moment
  ) -> Content {
    if let waiting {
      return ContentText.waiting(
        waiting.day, studied: waiting.studied, because: waiting.error,
        backup: waiting.error.asksForBackup ? today.backup : nil,
        dayEndsAt: moment.provider.boundary.timeOfDay(at: moment.dayEnds))
    }
    let entry = today.current
    if state.saysLater, let later = state.later, entry?.history.streak.isTodayOpen ?? true {
      return ContentText.back(moment.today, at: moment.clock(ofLater: later.at))
    }
    if let notSaved = state.notSaved {
      return ContentText.notSaved(
        moment.today, isStudied: entry?.history.streak.isTodayStudied ?? false,
        notSaved.intent, because: notSaved.error)
    }
    guard let entry else {
      var content = ContentText.unreadable(
        moment.today, because: today.readError ?? .missing, backup: today.backup)
      if let saved = state.saved { content.lines.insert(saved, at: 0) }
      return content
    }
    var content = ContentText.content(
      of: entry, number: moment.settings.number, canOpen: canOpen(moment))
    state.sources.tell(in: &content, of: entry)
    if let offered = offeredSource(entry) { content.lines.append(SourceText.offer(offered)) }
    if let remark = state.remark {
      content = ContentText.content(
        content, remarking: remark.line, undoing: remark.batch?.description)
    }
    if let question = state.question {
      content = ContentText.asking(content, question, today: entry.day)
    }
    return content
  }
}
