/// What a card says of a repository, in values that only have to be drawn.
public struct RepositoryEntry: Hashable, Sendable {
  /// What is known of a repository; `nil` is what is not, and never a zero.
  public struct Facts: Hashable, Sendable {
    /// How many stars it has.
    public var stars: Int?
    /// How many forks.
    public var forks: Int?
    /// Whether it takes issues at all.
    public var takesIssues = true
    /// How many issues and pull requests are open.
    public var openIssues: Int?
    /// How many days have begun since the last push.
    public var daysSincePush: Int?
    /// Whether that is so long that it counts as quiet.
    public var isQuiet = false
    /// The day of which all this is told, if it is not the card's own.
    public var asOf: Day?

    /// Knows nothing.
    public init() {}
  }

  /// Somebody who has worked on it.
  public struct Person: Hashable, Sendable {
    /// The name of the account; somebody else's words.
    public let login: String
    /// How many commits.
    public let commits: Int
    /// The file with a picture, which may be anything or not be there.
    public let avatar: String?

    /// Describes somebody.
    public init(login: String, commits: Int, avatar: String?) {
      (self.login, self.commits, self.avatar) = (handy(login), commits, avatar)
    }
  }

  /// Who has worked on it most.
  public enum People: Hashable, Sendable {
    /// That is not known.
    case unknown
    /// They are so many that GitHub does not count them.
    case tooMany
    /// Those with the most commits first, four at most.
    case known([Person])
  }

  /// Whose it is.
  public let owner: String
  /// What it is called.
  public let name: String
  /// The file with the owner's picture, which may be anything or not be there.
  public let avatar: String?
  /// What is known of it; `nil` if it has never been loaded.
  public let facts: Facts?
  /// Who has worked on it most.
  public let people: People
  /// Whether it is an example, and nobody's repository; the picture says so.
  public let isSample: Bool

  /// Describes a repository.
  public init(
    owner: String, name: String, avatar: String? = nil, facts: Facts?, people: People = .unknown,
    isSample: Bool = false
  ) {
    (self.owner, self.name, self.avatar) = (handy(owner), handy(name), avatar)
    (self.facts, self.isSample) = (facts, isSample)
    self.people =
      if case .known(let all) = people {
        .known(Array(all.prefix(Contributors.limit)))
      } else {
        people
      }
  }

  /// What is known of a watch on a day.
  ///
  /// - Parameters:
  ///   - watch: The watch.
  ///   - day: The day that days are counted to.
  ///   - boundary: Where days end.
  ///   - quietAfterDays: After how many days without a push it counts as quiet.
  ///   - file: Where the picture of an address lies, or would.
  public init(
    of watch: Watch, on day: Day, boundary: DayBoundary, quietAfterDays: Int,
    file: (_ address: String) -> String
  ) {
    let snapshot = watch.snapshot
    let people: People =
      switch snapshot?.contributors ?? .unknown {
      case .unknown: .unknown
      case .tooMany: .tooMany
      case .known(let all):
        .known(
          all.map {
            Person(login: $0.login, commits: $0.contributions, avatar: $0.avatar.map(file))
          })
      }
    self.init(
      owner: watch.name.owner, name: watch.name.name, avatar: snapshot?.avatar.map(file),
      facts: snapshot.map {
        Facts(of: $0, on: day, boundary: boundary, quietAfterDays: quietAfterDays)
      },
      people: people)
  }
}

extension RepositoryEntry.Facts {
  fileprivate init(of snapshot: Snapshot, on day: Day, boundary: DayBoundary, quietAfterDays: Int) {
    stars = snapshot.stars
    forks = snapshot.forks
    takesIssues = snapshot.hasIssues ?? true
    openIssues = snapshot.openIssues
    daysSincePush = snapshot.daysSincePush(today: day, boundary: boundary)
    isQuiet = (daysSincePush ?? 0) > quietAfterDays
    let told = boundary.day(at: snapshot.fetchedAt)
    asOf = told < day ? told : nil
  }
}

extension RepositoryEntry {
  /// The same two examples for everybody (behaviours X24), one fresh and one quiet.
  public static var samples: (first: RepositoryEntry, second: RepositoryEntry) {
    (
      sample("Repository 1", stars: 123, forks: 65, openIssues: 55, daysSincePush: 12),
      sample("Repository 2", stars: 253, forks: 135, openIssues: 245, daysSincePush: 317)
    )
  }

  private static func sample(
    _ name: String, stars: Int, forks: Int, openIssues: Int, daysSincePush: Int
  ) -> RepositoryEntry {
    var facts = Facts()
    (facts.stars, facts.forks, facts.openIssues) = (stars, forks, openIssues)
    facts.daysSincePush = daysSincePush
    facts.isQuiet = daysSincePush > Settings().quietAfterDays
    let people = [("Ada", 42), ("Grace", 30), ("Alan", 25), ("Barbara", 12)]
    return RepositoryEntry(
      owner: "octocat", name: name, facts: facts,
      people: .known(people.map { Person(login: $0.0, commits: $0.1, avatar: nil) }),
      isSample: true)
  }
}

/// A text of somebody else's, such as a program can be started with: without the character that ends
/// words there, and no longer than anybody reads.
private func handy(_ text: String) -> String {
  var short = String.UnicodeScalarView()
  short.append(contentsOf: text.unicodeScalars.prefix(200).filter { $0 != "\0" })
  return String(short)
}
