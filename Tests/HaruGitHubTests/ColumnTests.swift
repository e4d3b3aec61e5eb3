import HaruCore
import HaruGitHub
import Support
import Testing

/// What the writer of a column takes its reader takes, at the bounds and one beyond.
@Suite struct ColumnTests {
  private let scratch = Scratch()
  private let file: Repositories
  private let now = Instant(1_795_143_600)

  init() throws {
    try scratch.write("a/b\n", to: "list")
    file = try Repositories(
      besideStore: scratch("haru.sqlite"), list: WatchListFile(scratch("list")))
    try reload { _ in }
  }

  @Test(arguments: Edges.instants)
  func anInstantIsWrittenIfItIsRead(at: Instant, isWithin: Bool) throws {
    try expect(
      isWithin,
      [
        ("pushed", { try reload { $0.pushedAt = at } }),
        ("fetched", { try reload { $0.fetchedAt = at } }),
        ("pause", { try file.setPause(pause(until: at), of: .github) }),
        ("wanted", { try file.wantContributors(of: file.watches(), at: at) }),
        ("looked", { try file.look(at: file.watches(), now: at) }),
      ])
    // When the next reload is due is later than this one.
    _ = try isWritten { try reload(at: at) { _ in } }
  }

  @Test(arguments: Edges.counts)
  func aCountIsWrittenIfItIsRead(count: Int, isWithin: Bool) throws {
    let someone = Contributor(login: "someone", contributions: count, avatar: nil)
    try expect(
      isWithin,
      [
        ("stars", { try reload { $0.stars = count } }),
        ("forks", { try reload { $0.forks = count } }),
        ("open issues", { try reload { $0.openIssues = count } }),
        ("watchers", { try reload { $0.watchers = count } }),
        ("contributions", { try reload(contributors: .known([someone])) { _ in } }),
        ("failures", { try file.setPause(pause(failures: count), of: .github) }),
      ])
  }

  private static let texts: [(String, Bool)] = [
    ("", true), ("é\u{202E}\n", true),
    (String(repeating: "x", count: StoredBounds.textBytes.upperBound), true),
    (String(repeating: "x", count: StoredBounds.textBytes.upperBound + 1), false),
    ("a\0b", false),
  ]

  @Test(arguments: texts)
  func aTextIsWrittenIfItIsRead(text: String, isWithin: Bool) throws {
    let someone = Contributor(login: text, contributions: 1, avatar: text)
    try expect(
      isWithin,
      [
        ("summary", { try reload { $0.summary = text } }),
        ("branch", { try reload { $0.defaultBranch = text } }),
        ("avatar", { try reload { $0.avatar = text } }),
        ("etag", { try reload(etag: text) { _ in } }),
        ("login", { try reload(contributors: .known([someone])) { _ in } }),
        ("problem", { try file.setPause(pause(because: .offline(text)), of: .github) }),
        ("asked as", { try file.setPause(pause(askedAs: text), of: .github) }),
      ])
  }

  /// A failure more: the last count that there is stays the last.
  @Test func nothingCountsBeyondTheLast() throws {
    try execute("UPDATE watch SET failures = \(1 << 53)", on: file.path)
    #expect(
      try isWritten { try file.take([Reload(of: 1, name, at: now, .failed(.gone))]) })
  }

  // MARK: Helpers

  private let name = repository("a/b")

  private func pause(
    until: Instant = Instant(0), because problem: ReloadProblem = .offline(""),
    askedAs: String = "", failures: Int = 1
  ) -> Pause {
    Pause(until: until, because: problem, askedAs: askedAs, failures: failures)
  }

  private func reload(
    at now: Instant? = nil, contributors: Contributors = .unknown, etag: String? = nil,
    _ change: (inout Snapshot) -> Void
  ) throws {
    let now = now ?? self.now
    var snapshot = Snapshot(fetchedAt: now)
    change(&snapshot)
    let reload = Reload(
      of: 1, name, at: now, .changed(name, snapshot, etag: etag),
      contribution: .changed(contributors, etag: etag))
    try file.take([reload])
  }

  private func expect(_ isWithin: Bool, _ writers: [(String, () throws -> Void)]) throws {
    for (name, write) in writers {
      #expect(try isWritten(write) == isWithin, "\(name)")
    }
  }

  /// Does something that writes a value, and then reads every row.
  ///
  /// - Returns: Whether it was written.
  private func isWritten(_ body: () throws -> Void) throws -> Bool {
    var isTaken = true
    do {
      try body()
    } catch let error as StoreError {
      #expect(error == .refused(nil))
      isTaken = false
    }
    #expect(throws: Never.self) {
      _ = try (file.watches(), file.announcedNews(), file.unannouncedNews())
      _ = try (file.lastPause(of: .github), file.lastAnswers())
    }
    return isTaken
  }
}
