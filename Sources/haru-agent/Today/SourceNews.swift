internal import HaruCore
internal import HaruText

/// What the agent remembers of the sources (docs/sources.md#when-they-are-asked).
struct SourceNews: Equatable {
  /// A day that one of them has marked, and why.
  struct Mark: Equatable {
    let day: Day
    let source: String
    let words: String
  }

  /// The day on which they were asked last.
  var askedOn: Day?
  /// Whether their answers have yet to come.
  var isAsking = false
  /// What would ask, and waits for their answers.
  var heldBack: Presentation?
  /// Whether the programs that hear of a new day wait for their answers.
  var hasDayToAnnounce = false
  /// The newest day that one of them has marked; told until the user presses a button.
  var marked: Mark?
  /// The mark that was told while others had yet to answer.
  private var toldEarly: Mark?
  /// Those that fail for the second time or more, with a sentence about each.
  private(set) var failing: [String: String] = [:]
  /// Those of them that the user has seen.
  private var seen: Set<String> = []

  /// Tells a mark while others have yet to answer.
  mutating func tellEarly(_ mark: Mark) { (marked, toldEarly) = (mark, mark) }

  /// Takes in their answers; `nil` if they could not be asked.
  ///
  /// - Returns: The newest day that one of them has marked, unless that was told before.
  mutating func take(_ answers: [SourceAnswer]?, tellsMarks: Bool) -> Day? {
    isAsking = false
    guard let answers else { return nil }
    name(failing: answers)
    let marks = answers.flatMap { answer in
      answer.marked.map { Mark(day: $0, source: answer.source, words: answer.said[$0] ?? "") }
    }
    guard tellsMarks, let newest = marks.max(by: { $0.day < $1.day }), newest != toldEarly else {
      return nil
    }
    marked = newest
    return newest.day
  }

  /// Takes in which of them fail.
  mutating func name(failing answers: [SourceAnswer]) {
    failing = [:]
    for answer in answers where answer.failures >= Self.toldFailures {
      failing[answer.source] = SourceText.fails(answer.source, because: answer.problem ?? "")
    }
    seen.formIntersection(failing.keys)
  }

  /// With how many failures in a row a source is named.
  private static let toldFailures = 2

  /// Forgets what was told.
  mutating func forget() {
    marked = nil
    seen.formUnion(failing.keys)
  }

  /// Adds what there is to tell to the content of a day.
  func tell(in content: inout Content, of entry: Entry) {
    if let marked, marked.day == entry.day, entry.history.streak.isTodayStudied {
      (content.title, content.narrow) = (SourceText.studied(marked.source, marked.words), nil)
    } else if let marked, marked.day.advanced(by: 1) == entry.day {
      content = SourceText.yesterday(marked.day, marked.source, marked.words, on: content)
    }
    let news = failing.filter { !seen.contains($0.key) }
    content.lines.insert(contentsOf: news.sorted { $0.key < $1.key }.map(\.value), at: 0)
  }
}
