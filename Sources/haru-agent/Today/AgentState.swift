internal import HaruCore
internal import HaruLog
internal import HaruStore

/// What the agent remembers from one event to the next, beside the store and what waits for it.
struct AgentState: Equatable {
  /// Why a notification waits for the picture of today.
  enum PictureWait {
    case login, request
  }

  /// Whether it comes back for a user who returns: once after each time that something else has made
  /// it appear.
  ///
  /// On a day that waits for the user it appears for the first time then.
  enum ComingBack {
    case no, first, once, done
  }

  /// A time that the user or a program has chosen, and how many seconds before it that was.
  struct Later: Equatable {
    let at: Instant
    let wait: Int64
  }

  // MARK: The session

  var hasSeenServer = false
  /// Whether a server has appeared, or is known to be missing.
  var hasBegun = false
  var isStartedBySearch = false
  var isLeaving = false
  /// Whether a login waits for the first exchange with other machines and the task list.
  var isExchangeAwaited = false
  var pictureWait: PictureWait?
  var clicks = Clicks()
  var sources = SourceNews()

  // MARK: Reminders

  /// When the user last pressed a button, which settles the reminders up to then.
  var answered: Instant
  /// When *Later* reminds, by the quiet hours of the time at which it was chosen.
  var later: Later?

  // MARK: Today's notification

  var published: Content?
  var publishedDay: Day?
  var comingBack = ComingBack.no
  /// Whether the session has told of a return of the user: only then will it tell of the next one.
  var hasSeenReturn = false
  /// Whether the notification that was shown last on this day said that it is done.
  var hasSaidDone = false
  /// When it was or is to appear, while it waits for that or for the end of the quiet hours.
  var wantedAt: Instant?
  /// A line about a click for another day than today, or about a view that was not opened.
  var remark: Remark?
  /// Whether it says when *Later* reminds, for some seconds after the click.
  var saysLater = false
  /// What is wrong in the settings, in sentences; shown until the user presses a button or mends it.
  var wrongSetting: [String] = []
  /// What a click on the body has asked, and a second one does.
  var question: DayQuestion?
  /// What the last click asked for, if it was not saved.
  var notSaved: NotSaved?
  /// What was saved since the store could be read.
  var saved: String?

  // MARK: What was sent last

  var announcedNumbers: DayNumbers?
  var announcedAgenda = Agenda()
  /// When *Later* reminds, as it was kept for the next agent.
  var keptLater: Instant?
  var activeExchanges: Set<ExchangeKind> = []
  /// How many changes wait because the folder of other machines cannot be used.
  var notInFolder = 0

  /// Begins at an instant, with the *Later* that the agent before this one has kept.
  init(startedAt now: Instant, later: Instant?) {
    (answered, keptLater) = (now, later)
    if let later, later > now { self.later = Later(at: later, wait: later.seconds - now.seconds) }
  }

  /// Corrects what is later than the clock allows, after it was set back.
  mutating func clamp(to now: Instant) {
    answered = min(answered, now)
    if let later, later.at > now + later.wait { (self.later, saysLater) = (nil, false) }
  }

  /// When what waits appears, by the quiet hours as they are set now; `nil` if nothing waits.
  func appears(_ moment: Moment) -> NextNotification? {
    guard let wantedAt else { return nil }
    let end = moment.provider.endOfQuiet(from: wantedAt)
    // Other quiet hours may have begun since.
    let at = end <= moment.now ? moment.quietEnds : end
    return NextNotification(at: at, at == wantedAt ? .newDay : .quietHoursEnd)
  }

  /// Whether nothing comes by itself until *Later* reminds.
  func isPostponed(_ moment: Moment) -> Bool {
    later.map { moment.now < $0.at && $0.at < moment.dayEnds } ?? false
  }

  /// Forgets what was shown of the day that is over.
  mutating func beginDay() {
    (wantedAt, hasSaidDone, later, saysLater) = (nil, false, nil, false)
    sources.marked = nil
    forgetClick()
  }

  /// Forgets the last click, so that the notification no longer tells of it.
  mutating func forgetClick() { (notSaved, remark, question) = (nil, nil, nil) }

  /// Has *Later* remind that is chosen for an instant of today, and no reminder come before.
  ///
  /// - Returns: When it reminds: what is promised is what is kept.
  @discardableResult
  mutating func remind(at instant: Instant, _ moment: Moment) -> Instant {
    let comes = moment.comes(later: instant)
    (answered, wantedAt) = (moment.now, nil)
    later = Later(at: comes, wait: comes.seconds - moment.now.seconds)
    return comes
  }

  /// Remembers what was saved, and a line about it, which is left out where the notification shows that day anyway.
  mutating func wasSaved(
    _ line: String, in batch: EntryName? = nil, isShownAnyway: Bool = false, now: Instant
  ) {
    forgetClick()
    (answered, saved) = (now, line)
    remark = isShownAnyway ? nil : Remark(line: line, batch: batch)
  }
}

/// What a click asked for that was not saved and is not tried again, and why.
struct NotSaved: Equatable {
  let intent: Intent
  let error: StoreError
}
