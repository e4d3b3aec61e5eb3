import HaruCore
import HaruGitHub
import Support
import Testing

/// The data of a card about a repository, and its arguments.
struct RepositoryCardTests {
  private static let seoul = DayBoundary(
    startsAt: .midnight, zone: Zone(name: "Asia/Seoul") { _ in 9 * 3600 })
  private static let day = Day("2026-11-20") ?? .earliest
  /// 2026-11-19 15:00 UTC, when the day begins in Seoul.
  private static let dawn = Instant(1_795_100_400)

  private static func entry(_ change: (inout Snapshot) -> Void) -> RepositoryEntry {
    var snapshot = Snapshot(fetchedAt: dawn + 60)
    change(&snapshot)
    let watch = Watch(id: 1, name: repository("Apple/swift"), dueAt: dawn, snapshot: snapshot)
    return RepositoryEntry(
      of: watch, on: day, boundary: seoul, quietAfterDays: 50, file: { "/avatars/" + $0 })
  }

  private static func card(_ subject: Card.Subject, size: Card.Size = .large) throws -> Card {
    try #require(Card(.repository, size: size, subject: subject, style: CardStyle()))
  }

  /// Days are civil days, from the push to the day of the card: docs/cards.md#the-card-of-a-repository.
  @Test(
    arguments: [
      (0, 0), (59, 0), (-1, 1), (-86_399, 1), (-86_401, 2), (3 * 86_400, nil),
      (-50 * 86_400, 50),
    ] as [(Int64, Int?)])
  func countsCivilDaysSinceThePush(seconds: Int64, days: Int?) throws {
    let facts = try #require(
      RepositoryCardTests.entry { $0.pushedAt = RepositoryCardTests.dawn + seconds }.facts)
    #expect(facts.daysSincePush == days)
    #expect(!facts.isQuiet)
  }

  /// Quiet means more than fifty days; unknown means neither: docs/cards.md#the-card-of-a-repository.
  @Test func quietMeansMoreThanFiftyDays() {
    let quiet = RepositoryCardTests.entry {
      $0.pushedAt = RepositoryCardTests.dawn + -50 * 86_400 - 1
    }
    #expect(quiet.facts?.daysSincePush == 51)
    #expect(quiet.facts?.isQuiet == true)
    let unknown = RepositoryCardTests.entry { _ in }
    #expect(unknown.facts?.daysSincePush == nil)
    #expect(unknown.facts?.isQuiet == false)
    #expect((unknown.facts?.stars, unknown.facts?.forks) == (nil, nil))
    #expect(unknown.facts?.takesIssues == true)
  }

  /// Data of an earlier day has its date.
  @Test func anOlderSnapshotShowsItsDate() {
    #expect(RepositoryCardTests.entry { _ in }.facts?.asOf == nil)
    let old = RepositoryCardTests.entry { $0.fetchedAt = RepositoryCardTests.dawn + -60 }
    #expect(old.facts?.asOf == RepositoryCardTests.day.advanced(by: -1))
    let ahead = RepositoryCardTests.entry {
      $0.fetchedAt = RepositoryCardTests.dawn + 90_000
    }
    #expect(ahead.facts?.asOf == nil)
  }

  @Test func aWatchWithoutASnapshotIsNotLoaded() {
    let watch = Watch(id: 1, name: repository("apple/swift"), dueAt: RepositoryCardTests.dawn)
    let entry = RepositoryEntry(
      of: watch, on: RepositoryCardTests.day, boundary: RepositoryCardTests.seoul,
      quietAfterDays: 50, file: \.self)
    #expect(entry.facts == nil && entry.people == .unknown && entry.avatar == nil)
    #expect((entry.owner, entry.name) == ("apple", "swift"))
  }

  /// Texts from outside fit into the arguments of a program.
  @Test func longTextFromOutsideIsCut() throws {
    let long = "a\0b" + String(repeating: "e\u{301}", count: 5000)
    let entry = RepositoryEntry(
      owner: "o", name: "n", facts: nil,
      people: .known([Contributor(login: long, contributions: 1, avatar: nil)]))
    guard case .known(let people) = entry.people, let person = people.first else {
      throw Failure.unexpected("no contributor")
    }
    #expect(person.login.unicodeScalars.count < 250)
    #expect(person.login.hasPrefix("abe\u{301}"))
    let card = try RepositoryCardTests.card(.repository(entry))
    #expect(try Card(line: card.line) == card)
  }
}
