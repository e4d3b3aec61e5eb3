internal import HaruCore
internal import HaruNotify
internal import HaruText
internal import Logging

/// What an event asks of today's notification.
enum Presentation {
  /// Change it, if it is shown.
  case update
  /// Appear, unless the day is studied or a rest day.
  case showIfOpen
  /// Appear.
  case show
  /// Appear as the answer to a click, where it was made.
  case answer
  /// Appear because the user asked for it.
  case showOnRequest
  /// Appear once more, without a sound, unless the day is studied or a rest day.
  case comeBack
  /// Go away.
  case withdraw
  /// Go away with the day that is over, unless a reminder of the new day is due already.
  case startDay
}

/// Today's notification: what it contains, and when it appears (docs/notifications.md#reasons-to-show).
@MainActor
final class TodayNotification {
  private let publisher: any Publisher
  private let viewer: any Viewer
  private let log: Logger
  private var published: Content?
  private var publishedDay: Day?

  /// Whether it comes back for a user who returns: once after each time that something else has made
  /// it appear.
  private enum ComingBack {
    case no, once, done
  }

  private var comingBack = ComingBack.no
  /// Whether what was shown last of this day said that it is done.
  private var hasSaidDone = false

  /// When the quiet hours end that keep it from appearing.
  private(set) var appearsAt: Instant?
  /// A line about a click for another day than today, or about a view that was not opened.
  var remark: String?
  /// What is wrong in the settings, in sentences; shown until the user does something, or the day ends.
  var wrongSetting: [String] = []
  /// The day that a click on the body has asked about, and a second one studies.
  private var asking: Day?
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

  /// The last click that could not be saved, and is tried again.
  var waiting: WaitingClick?
  /// Why the last click was not saved, and is not tried again.
  var saveError: StoreError?
  /// What was saved since the store could be read.
  var saved: String?

  init(_ publisher: any Publisher, viewer: any Viewer, log: Logger) {
    (self.publisher, self.viewer, self.log) = (publisher, viewer, log)
  }

  /// Forgets what happened to the last click.
  func forgetClick() { (saveError, remark, asking) = (nil, nil, nil) }

  // MARK: The question

  /// Whether a click on the body would study.
  var isAsking: Bool { asking != nil }

  /// Asks whether the user has studied, if a click on the body is all that reaches the agent.
  func ask(about day: Day) {
    if publisher.hasOnlyBodyClick { asking = day }
  }

  func stopAsking() { asking = nil }

  // MARK: When it appears

  /// What the time that has passed asks for: a new day, the end of the quiet hours, a reminder.
  func timePassed(_ moment: Moment, _ today: TodaysTimeline) -> Presentation? {
    if let publishedDay, publishedDay != moment.today {
      log.notice("the day is \(moment.today)")
      (appearsAt, wrongSetting, hasSaidDone) = (nil, [], false)
      today.forgetLater()
      forgetClick()
      if moment.settings.atDayStart { return appearUnlessQuiet(moment, orElse: .withdraw) }
      return moment.isQuiet ? .withdraw : .startDay
    }
    if let appearsAt, appearsAt <= moment.now {
      self.appearsAt = nil
      return .showIfOpen
    }
    let upcoming = today.timeline?.entries.dropFirst() ?? []
    guard upcoming.contains(where: { $0.date <= moment.now }) else { return nil }
    forgetClick()
    // After a sleep the reminder may be hours late, and the quiet hours may have begun.
    return appearUnlessQuiet(moment, orElse: .update)
  }

  /// What a login asks for.
  func atLogin(_ moment: Moment) -> Presentation? {
    switch moment.settings.atLogin {
    case .always where !moment.isQuiet: .show
    case .always, .open: appearUnlessQuiet(moment, orElse: .update)
    case .never: nil
    }
  }

  /// What the return of the user asks for (docs/notifications.md#coming-back).
  func userReturned(_ moment: Moment) -> Presentation? {
    guard comingBack == .once, publishedDay == moment.today, !moment.isQuiet,
      !publisher.wasPutAway, !publisher.isWithinReach
    else { return nil }
    return .comeBack
  }

  /// What the end of *do not disturb* asks for.
  ///
  /// Whether the server has lost the notification is not known: it has answered as if it had shown it.
  func doNotDisturbEnded(_ moment: Moment) -> Presentation? {
    guard comingBack == .once || publisher.isShowing, publishedDay == moment.today,
      !publisher.wasPutAway
    else { return nil }
    guard moment.isQuiet else { return .comeBack }
    appearsAt = moment.quietEnds
    return nil
  }

  /// What a day asks for that another machine has opened again.
  func reopened(_ entry: Entry, _ moment: Moment) -> Presentation? {
    guard hasSaidDone || entry.occasion == .reminder, !publisher.isShowing else { return nil }
    return appearUnlessQuiet(moment, orElse: .update)
  }

  private func appearUnlessQuiet(
    _ moment: Moment, orElse presentation: Presentation
  ) -> Presentation {
    guard moment.isQuiet else { return .showIfOpen }
    appearsAt = moment.quietEnds
    return presentation
  }

  // MARK: Publishing

  /// Publishes what has changed.
  ///
  /// - Returns: Whether it was shown as something new.
  @discardableResult
  func publish(_ presentation: Presentation, _ today: TodaysTimeline, _ moment: Moment) -> Bool {
    let content = content(today, moment)
    let entry = today.current
    let isOpen = entry?.history.streak.isTodayOpen ?? true
    defer {
      (published, publishedDay) = (content, moment.today)
      if publisher.isShowing { hasSaidDone = !isOpen }
    }
    switch presentation {
    case .show:
      return show(content, entry, moment)
    case .answer:
      return show(content, .answer)
    case .showOnRequest:
      return show(content, isOpen ? .request : .answer)
    case .comeBack where isOpen:
      // A server that refuses two alike would take what it has lost for what it shows.
      withdraw()
      defer { comingBack = .done }
      return show(content, .news(mayBeHeard: false))
    case .showIfOpen where isOpen:
      return show(content, entry, moment)
    case .showIfOpen where beginsAsRestDay(entry):
      withdraw()
    case .showIfOpen, .comeBack, .update:
      if content != published { publisher.update(content) }
    case .startDay where entry?.occasion == .reminder:
      return show(content, entry, moment)
    case .withdraw, .startDay:
      withdraw()
    }
    return false
  }

  func sendAgain() { publisher.retry() }

  /// Goes away until its time comes: the user has chosen *Later*.
  func postpone() -> Presentation {
    appearsAt = nil
    return .withdraw
  }

  func withdraw() {
    comingBack = .no
    publisher.withdraw()
  }

  /// Shows that the agent ends before a click could be saved.
  func showLost(_ click: WaitingClick) {
    publisher.show(
      ContentText.lost(click.day, studied: click.studied, because: click.error), .answer)
  }

  private func show(_ content: Content, _ entry: Entry?, _ moment: Moment) -> Bool {
    show(content, .news(mayBeHeard: moment.settings.sound && entry?.occasion == .reminder))
  }

  private func show(_ content: Content, _ attention: Attention) -> Bool {
    comingBack = .once
    publisher.show(content, attention)
    return true
  }

  /// Whether the entry is of another day than what is shown, and of a rest day: it asks for nothing.
  private func beginsAsRestDay(_ entry: Entry?) -> Bool {
    guard let publishedDay, let entry, publishedDay != entry.day else { return false }
    return entry.history.streak.isTodayRest && !entry.history.streak.isTodayStudied
  }

  private func content(_ today: TodaysTimeline, _ moment: Moment) -> Content {
    var content = words(today, moment)
    content.lines.insert(contentsOf: wrongSetting, at: 0)
    if !wrongSetting.isEmpty, content.stay == .briefly { content.stay = .withinReach }
    content.stay = moment.settings.stay.applied(to: content.stay)
    return content
  }

  private func words(_ today: TodaysTimeline, _ moment: Moment) -> Content {
    let entry = today.current
    if let waiting {
      return ContentText.waiting(
        waiting.day, studied: waiting.studied, because: waiting.error,
        backup: waiting.error.asksForBackup ? today.backup : nil,
        dayEndsAt: moment.provider.boundary.timeOfDay(at: moment.dayEnds))
    }
    if let saveError {
      return ContentText.notSaved(
        moment.today, isStudied: entry?.history.streak.isTodayStudied ?? false, because: saveError)
    }
    guard let entry else {
      var content = ContentText.unreadable(
        moment.today, because: today.readError ?? .missing, backup: today.backup)
      if let saved { content.lines.insert(saved, at: 0) }
      return content
    }
    saved = nil
    let isStudied = entry.history.streak.isTodayStudied
    if isStudied { asking = nil }
    let canOpen = !moment.settings.hidden.contains(.viewer) && viewer.canOpen
    var content = ContentText.content(of: entry, canOpen: canOpen)
    if let remark { content.lines.insert(remark, at: 0) }
    if let asking, asking == entry.day { content = ContentText.asking(content, about: asking) }
    return content
  }
}
