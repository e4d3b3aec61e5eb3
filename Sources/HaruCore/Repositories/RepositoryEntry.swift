/// The data of a card about a repository, ready to be drawn.
public struct RepositoryEntry: Hashable, Sendable {
  /// The counts; `nil` is unknown, and never a zero.
  public struct Facts: Hashable, Sendable {
    /// The number of stars.
    public var stars: Int?
    /// The number of forks.
    public var forks: Int?
    /// Whether its issues are enabled.
    public var takesIssues = true
    /// The number of open issues and pull requests.
    public var openIssues: Int?
    /// The number of days since the last push.
    public var daysSincePush: Int?
    /// Whether it counts as quiet after so many days.
    public var isQuiet = false
    /// The day of the data, if it is older than the card.
    public var asOf: Day?

    /// Makes counts that are all unknown.
    public init() {}
  }

  /// The owner.
  public let owner: String
  /// The name.
  public let name: String
  /// The path of the owner's avatar; the file may be missing or invalid.
  public let avatar: String?
  /// The counts; `nil` if it has never been loaded.
  public let facts: Facts?
  /// The contributors; their avatars are paths as well.
  public let people: Contributors
  /// Whether it is an example; the card then shows that.
  public let isSample: Bool

  /// Describes a repository.
  public init(
    owner: String, name: String, avatar: String? = nil, facts: Facts?,
    people: Contributors = .unknown, isSample: Bool = false
  ) {
    (self.owner, self.name, self.avatar) = (asArgument(owner), asArgument(name), avatar)
    (self.facts, self.isSample) = (facts, isSample)
    self.people = people.changed(login: asArgument)
  }
}

extension Contributors {
  /// The first of them, with other names or avatars.
  public func changed(
    login: (String) -> String = \.self, avatar: (String) -> String = \.self
  ) -> Contributors {
    guard case .known(let all) = self else { return self }
    return .known(
      all.prefix(Contributors.limit).map {
        Contributor(
          login: login($0.login), contributions: $0.contributions, avatar: $0.avatar.map(avatar))
      })
  }
}

extension RepositoryEntry {
  /// Two examples, one fresh and one quiet: docs/cards.md#the-card-of-a-repository.
  public static var samples: (first: RepositoryEntry, second: RepositoryEntry) {
    (
      sample(
        "Repository 1", stars: 123, forks: 65, openIssues: 55, daysSincePush: 12, isQuiet: false),
      sample(
        "Repository 2", stars: 253, forks: 135, openIssues: 245, daysSincePush: 317, isQuiet: true)
    )
  }

  private static func sample(
    _ name: String, stars: Int, forks: Int, openIssues: Int, daysSincePush: Int, isQuiet: Bool
  ) -> RepositoryEntry {
    var facts = Facts()
    (facts.stars, facts.forks, facts.openIssues) = (stars, forks, openIssues)
    (facts.daysSincePush, facts.isQuiet) = (daysSincePush, isQuiet)
    let people = [("Ada", 42), ("Grace", 30), ("Alan", 25), ("Barbara", 12)]
    return RepositoryEntry(
      owner: "octocat", name: name, facts: facts,
      people: .known(people.map { Contributor(login: $0.0, contributions: $0.1, avatar: nil) }),
      isSample: true)
  }
}

/// A text from outside as a program can be started with it: without NUL, which ends an argument, and
/// not too long.
private func asArgument(_ text: String) -> String {
  var short = String.UnicodeScalarView()
  short.append(contentsOf: text.unicodeScalars.prefix(200).filter { $0 != "\0" })
  return String(short)
}
