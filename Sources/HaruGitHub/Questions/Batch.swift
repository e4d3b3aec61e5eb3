internal import HaruCore

/// The questions of one call, and whether further requests make sense.
struct Batch {
  private let home: Address
  private var left: ArraySlice<Question>
  /// Those that need a second request.
  private var waiting: ArraySlice<Fetch> = []
  private var halt: (until: Instant?, problem: ReloadProblem)?
  /// How many answers in a row show that the host itself fails.
  private var failures = 0

  /// After so many the others are not asked.
  private static let maximumFailures = 4

  init(_ questions: [Question], at home: Address) {
    (left, self.home) = (questions[...], home)
  }

  /// What to make the next request for; `nil` if nothing is left, or after a halt.
  mutating func next() -> Fetch? {
    guard halt == nil else { return nil }
    return waiting.popFirst() ?? left.popFirst().map { Fetch($0, at: home) }
  }

  /// Takes back a fetch that needs another request.
  mutating func putBack(_ fetch: Fetch) {
    waiting.append(fetch)
  }

  /// After a halt, ends the next fetch that would need another request.
  mutating func dropped() -> Fetch? {
    guard let halt, let fetch = waiting.popFirst() else { return nil }
    fetch.end(halt.problem, until: halt.until)
    return fetch
  }

  /// Starts no further request before the end of a pause.
  mutating func halt(for pause: (until: Instant, problem: ReloadProblem)?) {
    if let pause { halt = pause }
  }

  /// Starts no further request if an answer shows that it would fail as well.
  mutating func learn(from answer: Answer) {
    let problem = answer.repository.problem
    switch problem {
    case .server, .timedOut, .interrupted, .badResponse: failures += 1
    default: failures = 0
    }
    let reason = failures < Batch.maximumFailures ? answer.siteProblem : problem
    guard halt == nil, let reason else { return }
    halt = (nil, reason)
  }

  /// Why the call returns, once no request runs.
  var ending: Ending {
    guard !left.isEmpty, let halt else { return .all }
    return .paused(until: halt.until, halt.problem)
  }
}
