extension Sequence<Day> {
  /// The days, each once and in order, those that follow each other together.
  public var inRuns: [ClosedRange<Day>] {
    var runs: [ClosedRange<Day>] = []
    for day in Set(self).sorted() {
      if let last = runs.last, day.days(since: last.upperBound) == 1 {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    return runs
  }
}

extension ClosedRange<Day> {
  /// Its days, first to last.
  public var inOrder: [Day] {
    (0...upperBound.days(since: lowerBound)).compactMap { lowerBound.advanced(by: $0) }
  }
}
