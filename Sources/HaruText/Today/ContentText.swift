public import HaruCore
public import HaruLog

/// The sentences of a notification about a day.
///
/// A sentence stays true however long the notification is shown: it names the time at which the day ends,
/// never the time that is left.
public enum ContentText {
  /// The content of an entry.
  ///
  /// - Parameters:
  ///   - entry: The state of the day.
  ///   - number: The number of days that it says.
  ///   - canOpen: Whether an application can open the calendar; without one there is no button for it.
  /// - Returns: The content.
  public static func content(
    of entry: Entry, number: Settings.Number = .streak, canOpen: Bool = true
  ) -> Content {
    let streak = entry.history.streak
    var content: Content
    if streak.isTodayStudied {
      content = studied(entry)
    } else if streak.isTodayRest {
      content = resting(entry)
    } else if entry.isReminder {
      content = reminder(entry)
    } else {
      content = open(entry)
    }
    if number != .streak { show(number, of: entry, in: &content) }
    if canOpen { offerCalendar(of: entry.day, in: &content) }
    return content
  }

  /// Shows another number than the streak, or none.
  private static func show(
    _ number: Settings.Number, of entry: Entry, in content: inout Content
  ) {
    guard entry.history.total > 0 else { return }
    if !entry.isReminder || !entry.history.streak.isTodayOpen {
      content.lines = number == .steady ? [steady(entry.history.steady)] : []
    }
    content.detail = nil
  }

  /// Puts *Calendar* in the place of *Close*, which only fills up a row of one button, adds it as the third
  /// button, or puts it in the place of *Later*.
  ///
  /// Some servers show no more than three. After a break the calendar says more than a reminder would.
  private static func offerCalendar(of day: Day, in content: inout Content) {
    let calendar = Content.Action(.calendar(day), label: text("Calendar"))
    if let filler = content.actions.firstIndex(where: { $0.intent == .close(day) }) {
      content.actions[filler] = calendar
    } else if content.actions.count < 3 {
      content.actions.append(calendar)
    } else if let later = content.actions.firstIndex(where: { $0.intent == .later(day) }) {
      content.actions[later] = calendar
    }
  }

  /// The content of a day whose change could not be written yet, and is tried again until the day ends;
  /// with the backup that can replace the store.
  public static func waiting(
    _ day: Day, studied: Bool, because error: StoreError, backup: String? = nil,
    dayEndsAt: TimeOfDay
  ) -> Content {
    stating(
      text("Not saved"), picture: Content.Picture(of: day, isStudied: !studied),
      lines: [ErrorText.reason(error)] + (backup.map(StoreText.remedy) ?? []) + [
        text("Haru tries again until {time}.", ["time": DateText.end(of: day, at: dayEndsAt)])
      ],
      actions: [
        Content.Action(studied ? .study(day) : .unstudy(day), label: text("Try again")),
        studied ? undo(day) : study(day),
      ],
      insteadOfButtons: insteadOfChecking, stay: .untilAnswered)
  }

  /// The content of a day whose change could not be written before the agent had to end.
  public static func lost(_ day: Day, studied: Bool, because error: StoreError) -> Content {
    stating(
      text("Not saved"), picture: Content.Picture(of: day, isStudied: !studied),
      lines: [
        ErrorText.reason(error), text("Haru has ended, and does not try again."),
        command(to: day, studied: studied),
      ], actions: [], insteadOfButtons: .nothing, stay: .untilAnswered)
  }

  /// Names a day whose change could not be written until its end, and the command to make it.
  public static func notSavedRemark(_ day: Day, studied: Bool, today: Day) -> String {
    text("Not saved: {day}", ["day": DateText.full(day, seenFrom: today)]) + "\n"
      + command(to: day, studied: studied)
  }

  private static func command(to day: Day, studied: Bool) -> String {
    studied
      ? text("Studied? haru mark {day}", ["day": day.description])
      : text("To undo: haru unmark {day}", ["day": day.description])
  }

  /// The content of a day on which something could not be written, and is not tried again.
  ///
  /// The buttons change the state that is still stored, or ask for the same again: of the other changes, *Undo* would
  /// clear a mark that is saved.
  public static func notSaved(
    _ day: Day, isStudied: Bool, _ intent: Intent, because error: StoreError
  ) -> Content {
    let isOfMark = [.study(day), .unstudy(day)].contains(intent)
    let again = Content.Action(intent, label: text("Try again"))
    let mark = isStudied ? studiedActions(day) : [study(day), later(day)]
    let insteadOfAgain = isOfMark ? insteadOfUndo : insteadOfChecking
    return stating(
      text("Not saved"), picture: Content.Picture(of: day, isStudied: isStudied),
      lines: [ErrorText.reason(error)],
      actions: isOfMark ? mark : [again] + mark.filter { $0.intent != .unstudy(day) },
      insteadOfButtons: isStudied ? insteadOfAgain : insteadOfStudy, stay: .withinReach)
  }

  /// The content of a day whose store cannot be read, with the backup that can replace it.
  public static func unreadable(
    _ day: Day, because error: StoreError, backup: String? = nil
  ) -> Content {
    stating(
      text("Cannot read your days"), picture: Content.Picture(of: day, isStudied: false),
      lines: [ErrorText.reason(error)], remedy: backup.map(StoreText.remedy) ?? [],
      actions: [study(day), later(day)], insteadOfButtons: insteadOfChecking, stay: .withinReach)
  }

  /// The content of a day that *Later* was pressed on: when it comes back.
  ///
  /// The day is its body, which no notification lacks (docs/servers.md#body-text).
  public static func back(_ day: Day, at time: TimeOfDay) -> Content {
    Content(
      picture: Content.Picture(of: day, isStudied: false),
      // Translators: the title of a notification, after a click on "Later".
      title: text("Back at {time}", ["time": DateText.time(time)]),
      lines: [dated(day)], actions: [], insteadOfButtons: .nothing, stay: .briefly)
  }

  /// The content of today as a question, for a server on which perhaps only a click on the body reaches
  /// Haru: a second click answers it.
  public static func asking(_ content: Content, _ question: DayQuestion, today: Day) -> Content {
    var content = content
    // A reminder has it already.
    let date = dated(question.day)
    if content.lines.first != date { content.lines.insert(date, at: 0) }
    (content.title, content.narrow) = (title(of: question, today: today), nil)
    content.bodyClick = .confirm(question)
    content.insteadOfButtons = .nothing
    content.stay = .untilAnswered
    return content
  }

  private static func title(of question: DayQuestion, today: Day) -> String {
    guard question.studied else { return text("Click again to undo") }
    return question.day == today
      ? text("Click again if you have studied today")
      : text("Click again if you have studied that day")
  }

  /// The streak and the month, for places without buttons.
  static func stateLines(_ entry: Entry) -> [String] {
    let streak = entry.history.streak
    let month = [month(entry.history.month)].compactMap(\.self)
    let mend = [mendLine(entry)].compactMap(\.self)
    if !streak.isTodayStudied, !streak.isTodayRest {
      return entry.history.total > 0 ? openLines(entry) + month + mend : [insteadOfStudy.command]
    }
    let line = streak.isTodayStudied ? studiedLine(entry.history) : restLine(entry)
    return [line] + [beyondStreak(entry.history)].compactMap(\.self) + month + mend
  }

  /// The command that marks the one day that was missed; `nil` if there is none such.
  static func mendLine(_ entry: Entry) -> String? {
    let streak = entry.history.streak
    guard !streak.isTodayStudied, streak.missedDays.count == 1, let day = streak.missed else {
      return nil
    }
    return day.advanced(by: 1) == entry.day
      ? text("Studied yesterday? haru mark yesterday")
      : text(
        "Studied on {weekday}? haru mark {day}",
        ["weekday": missedName(day, seenFrom: entry.day), "day": day.description])
  }

  /// Names the day that a click changed, where the notification is already about another day.
  public static func remark(_ day: Day, studied: Bool, today: Day) -> String {
    let name = DateText.full(day, seenFrom: today)
    return studied
      ? text("Marked as studied: {day}", ["day": name])
      : text("Mark cleared: {day}", ["day": name])
  }

  /// Names a day that a search made a rest day.
  public static func restRemark(_ day: Day, today: Day) -> String {
    text(
      "{state}: {day}", ["state": text("Rest day"), "day": DateText.full(day, seenFrom: today)])
  }

  /// The changes that were taken back; without any, that there was nothing to take back any more.
  public static func undoneRemark(_ changes: [RegisterChange], today: Day) -> String {
    let what = JournalText.what(changes, seenFrom: today)
    return what.isEmpty
      ? text("Nothing undone: something else has changed since")
      : text("Undone: {changes}", ["changes": what])
  }

  /// Content with a line about other changes than those of today; *Undo* takes back the batch of that line.
  public static func content(
    _ content: Content, remarking line: String, undoing batch: String?
  ) -> Content {
    var content = content
    content.lines.insert(line, at: 0)
    if let batch { offerUndo(.undo(batch), in: &content) }
    return content
  }

  /// Where the *Undo* of a mark stands among the buttons; `nil` if there is none.
  private static func placeOfUndo(in content: Content) -> Int? {
    content.actions.firstIndex { if case .unstudy = $0.intent { true } else { false } }
  }

  /// Puts an *Undo* of another change than the mark of today in the place of that one's, adds it, or puts it in the
  /// place of the third button.
  static func offerUndo(_ intent: Intent, in content: inout Content) {
    let undo = Content.Action(intent, label: text("Undo"))
    if let place = placeOfUndo(in: content) ?? (content.actions.count < 3 ? nil : 2) {
      content.actions[place] = undo
    } else {
      content.actions.append(undo)
    }
  }

  /// The label of a click on the body that shows it again, for servers that draw it as a button.
  public static var showAgain: String { text("Show again") }

  /// The label of a click on the body, for servers that draw it as a button; of one that asks it promises no look.
  public static func label(ofClick intent: Intent) -> String {
    switch intent {
    // Translators: a button: the notification then asks to press it again if today was studied.
    case .ask(let question), .confirm(let question):
      question.studied ? text("Studied?") : text("Not studied?")
    // Translators: a button: what a program of others shows is opened.
    case .press: text("Open")
    default: showAgain
    }
  }

  /// Who marks today after midnight, and means yesterday, finds that beside *Undo*.
  private static func studied(_ entry: Entry) -> Content {
    var content = stating(
      text("Studied"), picture: picture(entry), lines: [studiedLine(entry.history)],
      detail: beyondStreak(entry.history),
      actions: studiedActions(entry.day) + [reserve(entry) ?? mend(entry)].compactMap(\.self),
      insteadOfButtons: insteadOfUndo, stay: entry.offersReserve ? .withinReach : .briefly)
    if entry.offersReserve {
      content.withButtons = text("A bad day need not end it: two days a week can be in reserve.")
    }
    return content
  }

  /// Keeps two days of each week in reserve; `nil` where that is not offered.
  private static func reserve(_ entry: Entry) -> Content.Action? {
    guard entry.offersReserve else { return nil }
    // Translators: a button: two days of each week may be left out from now on.
    return Content.Action(.reserve(entry.day), label: text("Keep two in reserve"))
  }

  /// *Undo* is not where *Study* was: the second half of a slow double click comes there.
  private static func studiedActions(_ day: Day) -> [Content.Action] {
    [Content.Action(.close(day), label: text("Close")), undo(day)]
  }

  private static func undo(_ day: Day) -> Content.Action {
    // Translators: a button: clear the mark of today.
    Content.Action(.unstudy(day), label: text("Undo"))
  }

  /// The streak of a studied day; a longer one before it is for `haru streak` (docs/behaviours.md#words-of-a-day).
  static func studiedLine(_ history: History) -> String {
    let streak = history.streak
    if history.total == 1 { return text("The first day of your streak") }
    if streak.current == 1 { return text("Welcome back: first day of a new streak") }
    if let word = milestone(streak.current) { return word }
    guard streak.current == streak.longest?.length else { return streakAlone(history) }
    return text(
      "{count}-day streak, your longest", "{count}-day streak, your longest",
      count: streak.current)
  }

  /// The streak as a line of its own.
  static func streakAlone(_ history: History) -> String {
    DateText.capitalized(StatusText.count(history))
  }

  /// A word on the one day on which a streak becomes so long.
  private static func milestone(_ length: Int) -> String? {
    switch length {
    case 7: text("7-day streak: a whole week")
    case 30: text("30-day streak: a whole month")
    case 100: text("100-day streak: it is a part of your day now")
    case 365: text("365-day streak: a whole year")
    case 1000: text("1,000-day streak: one day at a time")
    default: nil
    }
  }

  /// The days of the last thirty; `nil` where the streak says as much.
  private static func beyondStreak(_ history: History) -> String? {
    history.steady.saysMore(thanStreak: history.streak.current) ? steady(history.steady) : nil
  }

  /// The days of the last thirty, such as `24 of the last 30 days`.
  static func steady(_ steady: Steady) -> String {
    text(
      "{studied} of the last {count} day", "{studied} of the last {count} days",
      count: steady.counted, ["studied": NumberText.grouped(steady.studied)])
  }

  private static func resting(_ entry: Entry) -> Content {
    stating(
      text("Rest day"), picture: picture(entry), lines: [restLine(entry)],
      detail: beyondStreak(entry.history) ?? month(entry.history.month),
      actions: [study(entry.day), Content.Action(.close(entry.day), label: text("Close"))],
      insteadOfButtons: insteadOfStudy, stay: .briefly)
  }

  private static func restLine(_ entry: Entry) -> String {
    let current = entry.history.streak.current
    guard current > 0 else { return text("Today is a rest day.") }
    return text(
      "{count}-day streak, rest day today", "{count}-day streak, rest day today", count: current)
  }

  private static func reminder(_ entry: Entry) -> Content {
    Content(
      picture: picture(entry), title: text("Still open today"), lines: [dated(entry.day)],
      detail: entry.history.streak.current > 0 ? streakAlone(entry.history) : nil,
      actions: [study(entry.day), later(entry.day)], insteadOfButtons: insteadOfStudy,
      stay: .untilAnswered)
  }

  private static func open(_ entry: Entry) -> Content {
    var content = Content(
      picture: picture(entry), title: dated(entry.day), lines: [], actions: openActions(entry),
      insteadOfButtons: insteadOfStudy, stay: .withinReach)
    if entry.history.total > 0 {
      let lines = openLines(entry)
      content.lines = [lines[0]]
      content.detail = lines.dropFirst().first ?? month(entry.history.month)
    } else {
      content.withButtons = text("Press Study when you have studied today.")
    }
    return content
  }

  /// The lines about an open day, the most important first; after a break they count what was studied before it
  /// (docs/behaviours.md#words-of-a-day).
  private static func openLines(_ entry: Entry) -> [String] {
    let (streak, steady) = (entry.history.streak, entry.history.steady)
    if streak.current > 0 {
      let spent = streak.wasYesterdayFree ? text("Yesterday was a reserve day.") : nil
      return [openStreak(streak)]
        + [spent, reserve(streak), beyondStreak(entry.history)].compactMap(\.self)
    }
    guard steady.studied > 0 else { return [text("Study today to start a new streak.")] }
    return [
      text(
        "{studied} of the last {count} day. Study today to begin again.",
        "{studied} of the last {count} days. Study today to begin again.",
        count: steady.counted, ["studied": NumberText.grouped(steady.studied)])
    ]
  }

  /// How many days can still be left out this week; `nil` if none can.
  static func reserve(_ streak: Streak) -> String? {
    guard streak.canBeFree else { return nil }
    return text(
      "{count} day in reserve this week", "{count} days in reserve this week",
      count: streak.freeLeft)
  }

  /// Content whose title says the state first, so that only the day can be cut.
  private static func stating(
    _ state: String, picture: Content.Picture, lines: [String], detail: String? = nil,
    remedy: [String] = [], actions: [Content.Action], insteadOfButtons instead: InsteadOfButtons,
    stay: Content.Stay
  ) -> Content {
    Content(
      picture: picture,
      // Translators: the title of a notification, such as "Studied: Friday 20 November".
      title: text(
        "{state}: {day}",
        ["state": state, "day": DateText.full(picture.day) + picture.day.emojiBehindText]),
      narrow: Content.Narrow(title: state, line: DateText.title(picture.day)), lines: lines,
      detail: detail, remedy: remedy, actions: actions, insteadOfButtons: instead, stay: stay)
  }

  /// The streak of an open day.
  static func openStreak(_ streak: Streak) -> String {
    text(
      "{count}-day streak, today is open", "{count}-day streak, today is open",
      count: streak.current)
  }

  /// When the day of an entry ends.
  static func end(of entry: Entry) -> String {
    DateText.end(of: entry.day, at: entry.dayEndsAt)
  }

  private static func openActions(_ entry: Entry) -> [Content.Action] {
    var actions = [study(entry.day), later(entry.day)]
    if let mend = mend(entry) { actions.insert(mend, at: 1) }
    return actions
  }

  /// Marks the first of the days that were missed, and then the next; `nil` if there are none, or too many.
  private static func mend(_ entry: Entry) -> Content.Action? {
    guard let day = entry.history.streak.missedDays.first else { return nil }
    let isYesterday = day.advanced(by: 1) == entry.day
    // Translators: a button: yesterday was studied too, only not marked.
    let yesterday = text("Yesterday: studied")
    // Translators: a button: that day was studied too, only not marked.
    let other = text("{weekday}: studied", ["weekday": missedName(day, seenFrom: entry.day)])
    return Content.Action(.study(day), label: isYesterday ? yesterday : other)
  }

  /// The weekday of a day within the last week, or else the date: another day has that weekday too.
  private static func missedName(_ day: Day, seenFrom today: Day) -> String {
    today.days(since: day) < 7
      ? DateText.named(day.weekday) : DateText.date(day, seenFrom: today)
  }

  /// The progress of the month, such as `14 of 20 days this month`; `nil` while none of its days counts.
  static func month(_ month: StudyProgress) -> String? {
    guard month.counted > 0 else { return nil }
    return text(
      "{studied} of {count} day this month", "{studied} of {count} days this month",
      count: month.counted, ["studied": NumberText.grouped(month.studied)])
  }

  private static func picture(_ entry: Entry) -> Content.Picture {
    Content.Picture(of: entry.day, isStudied: entry.history.streak.isTodayStudied)
  }

  /// The month's emoji and the date.
  static func heading(_ day: Day) -> String {
    Theme(of: day.month.name).pictureEmoji + " " + DateText.title(day)
  }

  /// The date and the month's emoji; the emoji is last, because it means nothing to those who hear the title
  /// read.
  private static func dated(_ day: Day) -> String { DateText.title(day) + day.emojiBehindText }

  private static func study(_ day: Day) -> Content.Action {
    // Translators: a button: the user has studied today. All buttons are best short.
    Content.Action(.study(day), label: text("Study"))
  }

  private static func later(_ day: Day) -> Content.Action {
    // Translators: a button: remind me later.
    Content.Action(.later(day), label: text("Later"))
  }

  private static var insteadOfStudy: InsteadOfButtons {
    InsteadOfButtons(
      command: text("Studied? haru mark"), click: text("Studied? Click here twice, or haru mark"),
      // Translators: at best not longer than 26 letters.
      clickAlone: text("Studied? Click here twice"),
      middleClick: text("Studied? Middle-click here twice, or haru mark"))
  }
  private static var insteadOfUndo: InsteadOfButtons {
    InsteadOfButtons(
      command: text("To undo: haru unmark"),
      click: text("To undo: click here twice, or haru unmark"),
      // Translators: at best not longer than 26 letters.
      clickAlone: text("To undo: click here twice"),
      middleClick: text("To undo: middle-click here twice, or haru unmark"))
  }
  private static var insteadOfChecking: InsteadOfButtons {
    InsteadOfButtons(command: text("What to do: haru doctor"))
  }
}
