import HaruCore
import HaruGitHub
import Support
import Testing

/// The news in a snapshot, and the days since its last push.
@Suite struct RepositoryNewsTests {
  private let utcBoundary = boundary(0)

  private static func snapshot(
    stars: Int? = nil, pushed: Instant? = nil, branch: String? = nil, archived: Bool? = nil
  ) -> Snapshot {
    var snapshot = Snapshot(fetchedAt: utc("2030-01-01", "00:00"))
    (snapshot.stars, snapshot.pushedAt) = (stars, pushed)
    (snapshot.defaultBranch, snapshot.isArchived) = (branch, archived)
    return snapshot
  }

  private func news(
    _ old: Snapshot?, _ new: Snapshot, milestone: Int = 0, after days: Int = 50
  ) -> [RepositoryNews] {
    RepositoryNews.between(
      old, new, milestone: milestone, interval: 43_200, quietAfterDays: days,
      boundary: utcBoundary)
  }

  @Test func theFirstSnapshotIsNoNews() {
    let new = Self.snapshot(stars: 5000, branch: "main", archived: true)
    #expect(news(nil, new) == [])
  }

  @Test func withoutFiguresThereAreNoNews() {
    let known = Self.snapshot(
      stars: 7, pushed: utc("2025-11-04", "05:22"), branch: "main", archived: false)
    #expect(news(Self.snapshot(), known) == [])
    #expect(news(known, Self.snapshot()) == [])
    #expect(news(known, known) == [])
  }

  // MARK: Stars

  @Test(arguments: [
    (-5, nil), (0, nil), (9, nil), (10, 10), (11, 10), (99, 10), (100, 100), (999, 100),
    (1000, 1000), (1999, 1000), (2000, 2000), (9999, 9000), (10_000, 10_000), (123_456, 123_000),
    (Int.max, Int.max / 1000 * 1000),
  ])
  func roundsStarsDownToAMilestone(number: Int, round: Int?) {
    #expect(RepositoryNews.roundNumber(upTo: number) == round)
  }

  @Test(arguments: [
    (9, 10, 0, 10), (9, 9, 0, nil), (99, 150, 10, 100), (999, 1000, 100, 1000),
    (1000, 1999, 1000, nil), (1999, 2000, 1000, 2000), (1000, 7500, 1000, 7000),
    // Below and up again is no second news.
    (990, 1010, 1000, nil), (90, 101, 1000, nil), (1010, 990, 1000, nil),
  ])
  func announcesAMilestoneOnce(before: Int, after: Int, milestone: Int, reached: Int?) {
    let found = news(
      Self.snapshot(stars: before), Self.snapshot(stars: after), milestone: milestone)
    #expect(found == (reached.map { [.stars($0)] } ?? []))
  }

  // MARK: Pushes

  @Test(arguments: [
    // Fifty civil days are not more than fifty, however many hours they have.
    ("2025-01-01", "00:00", "2025-02-20", "23:59", nil),
    ("2025-01-01", "23:59", "2025-02-21", "00:00", 51),
    ("2025-01-01", "00:00", "2025-02-21", "00:00", 51),
    ("2024-01-01", "12:00", "2025-01-01", "12:00", 366),
    ("2025-02-21", "00:00", "2025-01-01", "00:00", nil),
    ("2025-02-21", "00:00", "2025-02-21", "00:00", nil),
  ])
  func announcesAPushAfterMoreThanFiftyDays(
    day: String, clock: String, nextDay: String, nextClock: String, days: Int?
  ) {
    let found = news(
      Self.snapshot(pushed: utc(day, clock)), Self.snapshot(pushed: utc(nextDay, nextClock)))
    #expect(found == (days.map { [.pushed(afterDays: $0)] } ?? []))
  }

  /// A silence while no reload ran, as with the machine off, is not known to be one.
  @Test func announcesNoPushIfNoReloadRanInBetween() {
    var old = Self.snapshot(pushed: utc("2025-01-01", "14:00"))
    let new = Self.snapshot(pushed: utc("2025-03-20", "16:00"))
    for (fetched, days) in [("2025-01-02", nil), ("2025-02-19", nil), ("2025-02-20", 51)] {
      old.fetchedAt = utc(fetched, "20:00")
      #expect(news(old, new) == (days.map { [.pushed(afterDays: $0)] } ?? []))
    }
  }

  @Test func anUnknownNumberIsNoMilestone() {
    #expect(news(Self.snapshot(), Self.snapshot(stars: 5000)) == [])
  }

  /// Days are those of the user, not of UTC.
  @Test func countsDaysInTheUsersZone() {
    let old = Self.snapshot(pushed: utc("2025-01-01", "14:00"))
    let new = Self.snapshot(pushed: utc("2025-02-20", "16:00"))
    for (hours, days) in [(0, 50), (9, 51)] {
      let found = RepositoryNews.between(
        old, new, milestone: 0, interval: 43_200, quietAfterDays: 49, boundary: boundary(hours))
      #expect(found == [.pushed(afterDays: days)])
    }
  }

  // MARK: The rest

  @Test func announcesAnArchivedRepository() {
    let (open, archived) = (Self.snapshot(archived: false), Self.snapshot(archived: true))
    #expect(news(open, archived) == [.archived])
    #expect(news(archived, open) == [])
    #expect(news(archived, archived) == [])
    #expect(news(Self.snapshot(), archived) == [])
  }

  @Test func announcesAnotherDefaultBranch() {
    let (old, new) = (Self.snapshot(branch: "master"), Self.snapshot(branch: "main"))
    #expect(news(old, new) == [.defaultBranch("main")])
    #expect(news(old, old) == [])
    #expect(news(old, Self.snapshot()) == [])
  }

  @Test func announcesTheMostImportantFirst() {
    let old = Self.snapshot(
      stars: 9, pushed: utc("2025-01-01", "00:00"), branch: "master", archived: false)
    let new = Self.snapshot(
      stars: 10, pushed: utc("2025-06-01", "00:00"), branch: "main", archived: true)
    #expect(
      news(old, new) == [.archived, .stars(10), .pushed(afterDays: 151), .defaultBranch("main")])
  }

  @Test(arguments: [
    RepositoryNews.pushed(afterDays: 51), .stars(1000), .archived, .renamed(from: "a/b"), .gone,
    .blocked, .joined(with: "a/b"), .defaultBranch("main"), .defaultBranch(""),
  ])
  func newsAreReadBackAsWritten(news: RepositoryNews) {
    #expect(RepositoryNews(kind: news.kind, detail: news.detail) == news)
    #expect(RepositoryNews(kind: news.kind + "?", detail: news.detail) == nil)
  }

  @Test(arguments: [
    ReloadProblem.offline("no route"), .proxy("HTTP 407"), .untrusted("expired"), .timedOut,
    .interrupted("reset"), .badToken(""), .badToken("gh"), .hidden, .rateLimited(.withoutToken),
    .rateLimited(.withToken),
    .rateLimited(.secondary),
    .forbidden(""), .gone, .blocked, .server(502), .unexpected(418), .badResponse("no JSON"),
    .tooLarge, .badRedirect,
  ])
  func problemsAreReadBackAsWritten(problem: ReloadProblem) {
    #expect(ReloadProblem(kind: problem.kind, detail: problem.detail) == problem)
    #expect(ReloadProblem(kind: problem.kind + "?", detail: problem.detail) == nil)
  }

  // MARK: Days since the last push

  @Test(arguments: [
    ("2025-11-20", "23:59", 0, 1), ("2025-11-20", "00:00", 0, 1), ("2025-11-21", "00:00", 0, 0),
    ("2025-11-20", "14:59", 9, 1), ("2025-11-20", "15:00", 9, 0), ("2025-11-22", "00:00", 0, 0),
    ("2024-11-21", "12:00", 0, 365),
  ])
  func countsCivilDaysAndNeverLessThanZero(day: String, clock: String, hours: Int, days: Int) {
    let snapshot = Self.snapshot(pushed: utc(day, clock))
    #expect(snapshot.daysSincePush(today: date("2025-11-21"), boundary: boundary(hours)) == days)
  }

  @Test func countsNoDaysSinceAnUnknownPush() {
    // A push in the future tells that this clock is wrong.
    for snapshot in [Self.snapshot(), Self.snapshot(pushed: utc("2125-01-01", "00:00"))] {
      #expect(snapshot.daysSincePush(today: date("2025-11-21"), boundary: utcBoundary) == nil)
    }
  }
}

/// Days from midnight to midnight, so many hours ahead of UTC.
private func boundary(_ hours: Int) -> DayBoundary {
  DayBoundary(startsAt: .midnight, zone: Zone(name: "Made/Up") { _ in hours * 3600 })
}
