import HaruCore
import Testing

/// A day and its item in a task list (docs/tasks.md#merging).
struct TaskDayTests {
  private func day(
    _ age: Int = 0, studied: Bool = false, rest: Bool = false, item: TaskDay.Item? = nil,
    known: TaskDay.Known? = nil, keepsWeek: Bool = false, reminders: Set<Instant> = [],
    now: Instant = TaskDayTests.noon
  ) -> TaskDay {
    TaskDay(
      age: age, isStudied: studied, isRest: rest, item: item, known: known, keepsWeek: keepsWeek,
      reminders: reminders, now: now)
  }

  private static let noon = Instant(1_795_435_200)
  private let morning = noon - 7200
  private let evening = noon + 7200
  private let night = noon + 14_400

  private let open = TaskDay.Item(isDone: false, revision: 1)
  private let done = TaskDay.Item(isDone: true, revision: 1)
  private let knownOpen = TaskDay.Known(isDone: false, revision: 1)
  private let knownDone = TaskDay.Known(isDone: true, revision: 2)

  @Test func todayGetsAnItemOnce() {
    #expect(day().step == .write(isDone: false, revision: 1, alarms: []))
    #expect(day(studied: true).step == .write(isDone: true, revision: 1, alarms: []))
    #expect(day(known: knownOpen).step == .leave, "somebody has deleted it")
    #expect(day(known: knownOpen).said == nil)
    #expect(day(known: knownOpen).knownAfter == knownOpen)
  }

  @Test func onlyAWeekIsKept() {
    #expect(day(1).step == .leave)
    #expect(day(1, keepsWeek: true).step == .write(isDone: false, revision: 1, alarms: []))
    #expect(day(7, keepsWeek: true).step == .write(isDone: false, revision: 1, alarms: []))
    #expect(day(8, keepsWeek: true).step == .leave)
    #expect(day(-1, keepsWeek: true).step == .leave)
    #expect(day(7, item: open, known: knownOpen).step == .leave)
    let old = day(8, item: open, known: knownOpen)
    #expect(old.step == .remove && old.said == nil)
    #expect(old.knownAfter == knownOpen, "or it would count as said when it comes back")
  }

  @Test func whatWasCompletedLateCountsBeforeItIsRemoved() {
    let late = day(9, item: done, known: knownOpen)
    #expect(late.said == true && late.step == .remove)
    #expect(late.knownAfter?.isDone == true)
  }

  @Test func completingMarksAndOpeningClears() {
    let completed = day(item: done, known: knownOpen)
    #expect(completed.said == true && completed.step == .leave)
    #expect(completed.knownAfter == TaskDay.Known(isDone: true, revision: 1))
    let opened = day(
      studied: true, item: TaskDay.Item(isDone: false, revision: 2), known: knownDone)
    #expect(opened.said == false && opened.step == .leave)
    #expect(opened.knownAfter == TaskDay.Known(isDone: false, revision: 2))
  }

  /// Another program has changed a part of what says whether it is completed: what has changed counts, and is
  /// written whole.
  @Test func ofAnItemThatSaysBothCountsWhatHasChanged() {
    let both = TaskDay.Item(isDone: nil, revision: 2)
    for known in [nil, knownOpen] {
      let completed = day(item: both, known: known)
      #expect(completed.said == true)
      #expect(completed.step == .write(isDone: true, revision: 3, alarms: []))
      #expect(completed.knownAfter == TaskDay.Known(isDone: true, revision: 3))
      // Until then the file says what it has said.
      #expect(completed.knownMeanwhile.isDone == false)
    }
    let opened = day(studied: true, item: both, known: knownDone)
    #expect(opened.said == false)
    #expect(opened.step == .write(isDone: false, revision: 3, alarms: []))
    #expect(opened.knownMeanwhile.isDone)
    // Who had not seen that it was completed has not opened it.
    let outdated = day(
      studied: true, item: TaskDay.Item(isDone: nil, revision: 1), known: knownDone)
    #expect(outdated.said == nil)
    #expect(outdated.step == .write(isDone: true, revision: 3, alarms: []))
  }

  @Test func markingCompletesAndClearingOpens() {
    let marked = day(studied: true, item: open, known: knownOpen)
    #expect(marked.said == nil && marked.step == .write(isDone: true, revision: 2, alarms: []))
    let cleared = day(item: TaskDay.Item(isDone: true, revision: 2), known: knownDone)
    #expect(cleared.said == nil && cleared.step == .write(isDone: false, revision: 3, alarms: []))
  }

  @Test func whoHadNotSeenThatItIsCompletedDoesNotOpenIt() {
    let outdated = day(studied: true, item: open, known: knownDone)
    #expect(outdated.said == nil && outdated.step == .write(isDone: true, revision: 3, alarms: []))
    // But a completion counts, however old what it was made from.
    let completed = day(item: done, known: TaskDay.Known(isDone: false, revision: 5))
    #expect(completed.said == true)
    // A program that drops the number is believed.
    let plain = day(
      studied: true, item: TaskDay.Item(isDone: false, revision: nil), known: knownDone)
    #expect(plain.said == false)
  }

  @Test func anItemThatWasThereBeforeIsJoined() {
    #expect(day(item: done).said == true)
    #expect(day(studied: true, item: open).said == nil)
    #expect(day(studied: true, item: open).step == .write(isDone: true, revision: 2, alarms: []))
  }

  @Test func aRestDayHasNoOpenItem() {
    #expect(day(rest: true).step == .leave)
    #expect(day(studied: true, rest: true).step == .write(isDone: true, revision: 1, alarms: []))
    let rested = day(rest: true, item: open, known: knownOpen)
    #expect(rested.step == .remove && rested.knownAfter == nil, "it is made again when rest ends")
    #expect(day(rest: true, item: done, known: knownOpen).step == .leave)
  }

  // MARK: Alarms

  @Test func aTaskRingsForEachReminderThatIsLeft() {
    let reminders: Set = [morning, evening, night]
    let new = day(reminders: reminders)
    #expect(new.step == .write(isDone: false, revision: 1, alarms: [evening, night]))
    #expect(new.knownAfter?.alarms == [evening, night])
    #expect(
      day(reminders: [morning, Self.noon]).step == .write(isDone: false, revision: 1, alarms: []))
    // One of a version that made no alarms.
    let former = day(item: open, known: knownOpen, reminders: reminders)
    #expect(former.step == .write(isDone: false, revision: 1, alarms: [evening, night]))
    let joined = day(item: ringing(evening, night), reminders: reminders)
    #expect(joined.step == .leave && joined.knownAfter == knownRinging(evening, night))
  }

  /// To ring no more is no change of its state: who opens it again without having seen that is believed.
  @Test func aCompletedTaskDoesNotRing() {
    #expect(
      day(studied: true, reminders: [evening]).step == .write(isDone: true, revision: 1, alarms: [])
    )
    let marked = day(
      studied: true, item: ringing(evening), known: knownRinging(evening), reminders: [evening])
    #expect(marked.step == .write(isDone: true, revision: 2, alarms: []))
    let completed = day(
      item: TaskDay.Item(isDone: true, revision: 1, alarms: [evening]),
      known: knownRinging(evening), reminders: [evening])
    #expect(completed.said == true)
    #expect(completed.step == .write(isDone: true, revision: 1, alarms: []))
    #expect(completed.knownAfter == TaskDay.Known(isDone: true, revision: 1))
    let opened = day(
      studied: true, item: ringing(evening), known: completed.knownAfter, reminders: [evening])
    #expect(opened.said == false && opened.step == .leave)
    #expect(opened.knownAfter == knownRinging(evening))
    // Whoever has written them.
    let late = day(
      studied: true, item: TaskDay.Item(isDone: true, revision: 2, alarms: [night]),
      known: knownDone)
    #expect(late.step == .write(isDone: true, revision: 2, alarms: []))
  }

  @Test func aTaskThatIsOpenedRingsAgain() {
    let done = TaskDay.Item(isDone: true, revision: 2)
    let cleared = day(item: done, known: knownDone, reminders: [morning, evening])
    #expect(cleared.step == .write(isDone: false, revision: 3, alarms: [evening]))
    let opened = day(
      studied: true, item: TaskDay.Item(isDone: false, revision: 2), known: knownDone,
      reminders: [evening])
    #expect(opened.said == false)
    #expect(opened.step == .write(isDone: false, revision: 2, alarms: [evening]))
  }

  @Test func aDayThatDoesNotRingMakesNoAlarm() {
    #expect(day(rest: true, reminders: [evening]).step == .leave)
    let rested = day(
      rest: true, item: ringing(evening), known: knownRinging(evening), reminders: [evening])
    #expect(rested.step == .remove && rested.knownAfter == nil)
    // After a journey to the west, what is to come of yesterday.
    let past = day(1, item: ringing(evening), known: knownRinging(evening))
    #expect(past.step == .write(isDone: false, revision: 1, alarms: []))
  }

  @Test func anAlarmThatSomebodyHasRemovedIsNotMadeAgain() {
    let removed = day(
      item: ringing(night), known: knownRinging(evening, night), reminders: [evening, night])
    #expect(removed.step == .leave && removed.knownAfter == removed.known)
    let later = night + 60
    let changed = day(
      item: ringing(night), known: removed.knownAfter, reminders: [evening, later])
    #expect(changed.step == .write(isDone: false, revision: 1, alarms: [later]))
    #expect(changed.knownAfter == knownRinging(evening, later))
  }

  @Test func anAlarmThatHasRungIsNoReasonToWrite() {
    let rung = day(
      item: ringing(morning, evening), known: knownRinging(morning, evening),
      reminders: [morning, evening])
    #expect(rung.step == .leave && rung.knownAfter == rung.known)
    let last = day(item: ringing(morning), known: knownRinging(morning), reminders: [morning])
    #expect(last.step == .leave && last.knownAfter == last.known)
    // Only with another reason it goes.
    let changed = day(
      item: ringing(morning, evening), known: knownRinging(morning, evening),
      reminders: [morning, night])
    #expect(changed.step == .write(isDone: false, revision: 1, alarms: [night]))
  }

  @Test func otherRemindersAreOtherAlarms() {
    let changed = day(item: ringing(evening), known: knownRinging(evening), reminders: [night])
    #expect(changed.step == .write(isDone: false, revision: 1, alarms: [night]))
    let none = day(item: ringing(evening), known: knownRinging(evening))
    #expect(none.step == .write(isDone: false, revision: 1, alarms: []))
    // A look that was killed between the file and the store.
    let killed = day(item: ringing(night), known: knownRinging(evening), reminders: [night])
    #expect(killed.step == .leave && killed.knownAfter == knownRinging(night))
  }

  /// Each of them writes once, and not again because of the other.
  @Test func twoMachinesWithOtherSettingsDoNotWriteForever() {
    var item: TaskDay.Item?
    var known: [TaskDay.Known?] = [nil, nil]
    var writes = 0
    for turn in 0..<8 {
      let look = day(
        item: item, known: known[turn % 2], reminders: [turn % 2 == 0 ? evening : night])
      if look.step != .leave { writes += 1 }
      (item, known[turn % 2]) = (look.itemAfter, look.knownAfter)
    }
    #expect(writes == 2)
  }

  /// In every state one round is enough: a second one finds nothing to do, and nothing that was said.
  @Test func oneRoundIsEnough() {
    var count = 0
    for age in [0, 1, 7, 8] {
      for item in items {
        for known in knowns {
          for flags in 0..<16 {
            let (studied, rest, week) = (flags & 1 > 0, flags & 2 > 0, flags & 4 > 0)
            let reminders: Set<Instant> = flags & 8 > 0 ? [morning, evening, night] : []
            let first = day(
              age, studied: studied, rest: rest, item: item, known: known, keepsWeek: week,
              reminders: reminders)
            let second = day(
              age, studied: first.said ?? studied, rest: rest, item: first.itemAfter,
              known: first.knownAfter, keepsWeek: week, reminders: reminders)
            #expect(second.said == nil && second.step == .leave, "\(first) \(second)")
            #expect(second.knownAfter == first.knownAfter, "\(first) \(second)")
            if let item = second.item, item.isDone == true {
              #expect(item.alarms.allSatisfy { $0 <= Self.noon }, "\(first)")
            }
            count += 1
          }
        }
      }
    }
    #expect(count == 4 * items.count * knowns.count * 16)
  }

  private var alarms: [Set<Instant>] { [[], [evening], [morning, night], [evening, night + 60]] }

  private var knowns: [TaskDay.Known?] {
    [nil]
      + [knownOpen, knownDone, TaskDay.Known(isDone: false, revision: 3)].flatMap { known in
        alarms.map {
          TaskDay.Known(isDone: known.isDone, revision: known.revision, alarms: $0)
        }
      }
  }

  private func ringing(_ alarms: Instant...) -> TaskDay.Item {
    TaskDay.Item(isDone: false, revision: 1, alarms: Set(alarms))
  }

  private func knownRinging(_ alarms: Instant...) -> TaskDay.Known {
    TaskDay.Known(isDone: false, revision: 1, alarms: Set(alarms))
  }

  private var items: [TaskDay.Item?] {
    [nil]
      + [nil, 1, 2, 3, 4].flatMap { revision in
        [false, true].flatMap { isDone in
          alarms.map { TaskDay.Item(isDone: isDone, revision: revision, alarms: $0) }
        }
      }
  }
}

extension TaskDay {
  /// The item after the step.
  fileprivate var itemAfter: Item? {
    switch step {
    case .leave: item
    case .remove: nil
    case .write(let isDone, let revision, let alarms):
      Item(isDone: isDone, revision: revision, alarms: alarms)
    }
  }
}
