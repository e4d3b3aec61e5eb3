internal import HaruCore

/// A number of questions on their way, and whether there is any use in going on.
struct Round {
  private let home: Address
  private var left: ArraySlice<Question>
  /// Those that need another request.
  private var waiting: ArraySlice<Inquiry> = []
  private var halt: (until: Instant?, problem: ReloadProblem)?
  /// How many answers in a row were of a host that is out of order.
  private var failures = 0

  /// So many of them are enough.
  private static let mostFailures = 4

  init(_ questions: [Question], at home: Address) {
    (left, self.home) = (questions[...], home)
  }

  /// What to make the next request for; `nil` if there is nothing left, or no use in it.
  mutating func next() -> Inquiry? {
    guard halt == nil else { return nil }
    return waiting.popFirst() ?? left.popFirst().map { Inquiry($0, at: home) }
  }

  /// Takes back what needs another request.
  mutating func putBack(_ inquiry: Inquiry) {
    waiting.append(inquiry)
  }

  /// Ends the next that would need another request, once there is no use in it.
  mutating func dropped() -> Inquiry? {
    guard let halt, let inquiry = waiting.popFirst() else { return nil }
    inquiry.end(halt.problem, until: halt.until)
    return inquiry
  }

  /// Starts nothing any more until the pause is over.
  mutating func halt(for pause: (until: Instant, problem: ReloadProblem)?) {
    if let pause { halt = pause }
  }

  /// Starts nothing any more if the next would fare the same.
  mutating func learn(from answer: Answer) {
    let problem = answer.repository.problem
    switch problem {
    case .server, .timedOut, .badResponse: failures += 1
    default: failures = 0
    }
    let reason = failures < Round.mostFailures ? answer.siteProblem : problem
    guard halt == nil, let reason else { return }
    halt = (nil, reason)
  }

  /// How it ended, once nothing runs any more.
  var ending: Ending {
    guard !left.isEmpty, let halt else { return .all }
    return .paused(until: halt.until, halt.problem)
  }
}
