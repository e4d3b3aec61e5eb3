import HaruCore
import Testing

/// A day and its item in a task list (docs/tasks.md#merging).
struct TaskDayTests {
  private func day(
    _ age: Int = 0, studied: Bool = false, rest: Bool = false, item: TaskDay.Item? = nil,
    known: TaskDay.Known? = nil, keepsWeek: Bool = false
  ) -> TaskDay {
    TaskDay(
      age: age, isStudied: studied, isRest: rest, item: item, known: known, keepsWeek: keepsWeek)
  }

  private let open = TaskDay.Item(isDone: false, revision: 1)
  private let done = TaskDay.Item(isDone: true, revision: 1)
  private let knownOpen = TaskDay.Known(isDone: false, revision: 1)
  private let knownDone = TaskDay.Known(isDone: true, revision: 2)

  @Test func todayGetsAnItemOnce() {
    #expect(day().step == .write(isDone: false, revision: 1))
    #expect(day(studied: true).step == .write(isDone: true, revision: 1))
    #expect(day(known: knownOpen).step == .leave, "somebody has deleted it")
    #expect(day(known: knownOpen).said == nil)
    #expect(day(known: knownOpen).knownAfter == knownOpen)
  }

  @Test func onlyAWeekIsKept() {
    #expect(day(1).step == .leave)
    #expect(day(1, keepsWeek: true).step == .write(isDone: false, revision: 1))
    #expect(day(7, keepsWeek: true).step == .write(isDone: false, revision: 1))
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

  @Test func markingCompletesAndClearingOpens() {
    let marked = day(studied: true, item: open, known: knownOpen)
    #expect(marked.said == nil && marked.step == .write(isDone: true, revision: 2))
    let cleared = day(item: TaskDay.Item(isDone: true, revision: 2), known: knownDone)
    #expect(cleared.said == nil && cleared.step == .write(isDone: false, revision: 3))
  }

  @Test func whoHadNotSeenThatItIsCompletedDoesNotOpenIt() {
    let outdated = day(studied: true, item: open, known: knownDone)
    #expect(outdated.said == nil && outdated.step == .write(isDone: true, revision: 3))
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
    #expect(day(studied: true, item: open).step == .write(isDone: true, revision: 2))
  }

  @Test func aRestDayHasNoOpenItem() {
    #expect(day(rest: true).step == .leave)
    #expect(day(studied: true, rest: true).step == .write(isDone: true, revision: 1))
    let rested = day(rest: true, item: open, known: knownOpen)
    #expect(rested.step == .remove && rested.knownAfter == nil, "it is made again when rest ends")
    #expect(day(rest: true, item: done, known: knownOpen).step == .leave)
  }

  /// In every state one round is enough: a second one finds nothing to do, and nothing that was said.
  @Test func oneRoundIsEnough() {
    var count = 0
    for age in [0, 1, 7, 8] {
      for item in items {
        for known in [nil, knownOpen, knownDone, TaskDay.Known(isDone: false, revision: 3)] {
          for flags in 0..<8 {
            let (studied, rest, week) = (flags & 1 > 0, flags & 2 > 0, flags & 4 > 0)
            let first = day(
              age, studied: studied, rest: rest, item: item, known: known, keepsWeek: week)
            let second = day(
              age, studied: first.said ?? studied, rest: rest, item: first.itemAfter,
              known: first.knownAfter, keepsWeek: week)
            #expect(second.said == nil && second.step == .leave, "\(first) \(second)")
            count += 1
          }
        }
      }
    }
    #expect(count == 4 * items.count * 4 * 8)
  }

  private var items: [TaskDay.Item?] {
    [nil]
      + [nil, 1, 2, 3, 4].flatMap { revision in
        [false, true].map { TaskDay.Item(isDone: $0, revision: revision) }
      }
  }
}

extension TaskDay {
  /// The item after the step.
  fileprivate var itemAfter: Item? {
    switch step {
    case .leave: item
    case .remove: nil
    case .write(let isDone, let revision): Item(isDone: isDone, revision: revision)
    }
  }
}
