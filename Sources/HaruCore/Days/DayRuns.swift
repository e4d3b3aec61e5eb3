extension Sequence where Element: Hashable & Comparable {
  /// The elements, each once and in order, those that follow each other together.
  ///
  /// - Parameter follows: Whether the second, which is greater, is the next after the first.
  /// - Returns: The runs.
  public func inRuns(_ follows: (Element, Element) -> Bool) -> [ClosedRange<Element>] {
    var runs: [ClosedRange<Element>] = []
    for element in Set(self).sorted() {
      if let last = runs.last, follows(last.upperBound, element) {
        runs[runs.count - 1] = last.lowerBound...element
      } else {
        runs.append(element...element)
      }
    }
    return runs
  }
}

extension Sequence<Day> {
  /// The days, each once and in order, those that follow each other together.
  public var inRuns: [ClosedRange<Day>] { inRuns { $1.days(since: $0) == 1 } }
}

extension ClosedRange<Day> {
  /// Its days, first to last.
  public var inOrder: [Day] {
    (0...upperBound.days(since: lowerBound)).compactMap { lowerBound.advanced(by: $0) }
  }
}
