import HaruCore
import HaruGitHub
import Support
import Testing

/// A GitHub on this machine, and a client of it.
struct Rig {
  /// The time in all tests.
  static let now = Instant(1_800_000_000)

  let double: GitHubDouble
  let github: GitHub

  /// Starts a double with options; without options, all tests share one.
  init(
    _ options: [String] = [], token: String? = nil, limits: Limits = .quick,
    authorities: String? = nil
  ) throws {
    double = options.isEmpty ? try Rig.common.get() : try GitHubDouble(options)
    try double.command("reset")
    _ = try double.requests()
    github = try asking(double.address, token: token, limits: limits, authorities: authorities)
  }

  /// Shared, because Python takes longer to start than most tests; one test runs at a time.
  private nonisolated(unsafe) static let common = Result { try GitHubDouble() }

  /// The answer to one question.
  func ask(
    _ name: String, etag: String? = nil, contributors: Bool = false, contributorsETag: String? = nil
  ) throws -> Answer {
    let question = question(
      name, etag: etag, contributors: contributors, contributorsETag: contributorsETag)
    var answers: [Answer] = []
    _ = github.ask([question]) { _, answer in
      answers.append(answer)
      return true
    }
    try #require(answers.count == 1)
    return answers[0]
  }

  /// The answers to some questions, by name, and why the call returned.
  func ask(_ names: [String], contributors: Bool = false) -> (answers: [Answered], Ending) {
    var answers: [Answered] = []
    let ending = github.ask(names.map { question($0, contributors: contributors) }) {
      answers.append(Answered(name: $0.name.name, answer: $1))
      return true
    }
    return (answers, ending)
  }
}

/// An answer, and the name in its question.
struct Answered {
  let name: String
  let answer: Answer
}

/// A client of an address.
func asking(
  _ address: String, token: String? = nil, limits: Limits = .quick, authorities: String? = nil
) throws -> GitHub {
  try GitHub(
    site: #require(GitHubSite(address)), token: token.flatMap { Token(written: $0) },
    limits: limits, authorities: authorities
  ) { Rig.now }
}

func question(
  _ name: String, etag: String? = nil, contributors: Bool = false, contributorsETag: String? = nil
) -> Question {
  Question(
    watch: 1, name: repository("any/" + name), etag: etag, asksContributors: contributors,
    contributorsETag: contributorsETag)
}

/// The name of a repository, from a text that is known to be one.
func repository(_ text: String) -> RepositoryName {
  guard let name = RepositoryName(text) else { preconditionFailure("no name: \(text)") }
  return name
}

extension Limits {
  /// Long enough for a slow machine, and short enough to wait for.
  static let quick = {
    var limits = Limits()
    (limits.connecting, limits.answering, limits.silence) = (5000, 10_000, 5)
    return limits
  }()
}

extension Answer {
  /// Why there is no answer about the repository.
  var problem: ReloadProblem? { repository.problem }

  /// The new snapshot.
  var changed: (name: RepositoryName, snapshot: Snapshot, etag: String?)? {
    if case .changed(let name, let snapshot, let etag) = repository {
      (name, snapshot, etag)
    } else {
      nil
    }
  }

  /// Seconds until the host takes requests again.
  var pause: Int64? { resumesAt.map { $0.seconds - Rig.now.seconds } }
}
