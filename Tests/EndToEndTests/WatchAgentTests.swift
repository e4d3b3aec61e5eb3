import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Watches in the agent: reloads, and the digest of news, on a bus with a server.
@Suite(.serialized)
struct WatchAgentTests {
  /// A session whose user watches repositories, which were loaded an hour ago.
  private final class Watcher {
    let desk: Desk
    let today: Console.Shown
    var store: Store { get throws { try Store(path: path, for: .writing) } }
    /// What the agent has logged, as far as it was read.
    private(set) var log: [String] = []
    private let path: String

    init(
      _ options: [String] = [], watching names: [String] = ["apple/swift", "a/b", "c/d"],
      more: [String: String] = [:],
      prepare: (Scratch) throws -> Void = { _ in },
      agent program: (Scratch) throws -> String = { _ in Built.product("haru-agent") }
    ) throws {
      let hourAgo = Instant(Int64(Date().timeIntervalSince1970) - 3600)
      desk = try Desk(
        options, more,
        prepare: { home in
          let store = try Store(path: home(Desk.storePath), for: .writing)
          for name in names { _ = try store.addWatches(of: [Watcher.name(name)], at: hourAgo) }
          try Watcher.take(names, at: hourAgo, in: store) { $0.stars = 5 }
          try prepare(home)
        }, agent: program)
      path = desk.home(Desk.storePath)
      today = try desk.console.shown()
    }

    /// Writes answers as `haru-fetch` does, and makes the agent look at the store.
    func hear(of names: String..., change: (inout Snapshot) -> Void) throws {
      let now = Instant(Int64(Date().timeIntervalSince1970))
      try Watcher.take(names, at: now, in: try store, change: change)
      try desk.reload()
    }

    func isQuiet(_ name: String) throws -> Bool? {
      try store.watch(of: Watcher.name(name))?.isQuiet
    }

    /// Waits for a line of the agent's log.
    func read(upTo isWanted: (String) -> Bool) throws {
      var line = ""
      repeat {
        line = try desk.agent.line(from: .errors)
        log.append(line)
      } while !isWanted(line)
    }

    /// Waits until the agent has handled an event.
    func handled(_ event: String) throws {
      try read { $0.contains("event: \(event)") }
      // Its loop answers once the event is handled.
      _ = try desk.call(
        "org.freedesktop.DBus.Properties.Get", "io.github.haru.Haru1", "Today")
    }

    /// Makes the agent look at the store, and reads all that it logs about that: what an event
    /// causes is logged before the next event.
    func settle() throws {
      for _ in 0..<2 {
        try desk.reload()
        try handled("storeChanged")
      }
    }

    /// How many reloads the agent has started, as far as its log was read.
    var starts: Int { log.count { $0.contains("reloads what is due") } }

    /// The notifications that are on the screen.
    var alive: Set<UInt32> {
      desk.console.history.reduce(into: []) { alive, event in
        switch event {
        case .notify(let shown): alive.insert(shown.id)
        case .closed(let id, _): alive.remove(id)
        default: break
        }
      }
    }

    func makeDue() throws {
      try execute("UPDATE watch SET due_at = 0", on: path)
      try desk.reload()
    }

    private static func take(
      _ names: [String], at now: Instant, in store: Store, change: (inout Snapshot) -> Void
    ) throws {
      let reloads = try names.map { text in
        let watch = try #require(try store.watch(of: name(text)))
        var snapshot = watch.snapshot ?? Snapshot(fetchedAt: now)
        change(&snapshot)
        return Reload(of: watch.id, watch.name, at: now, .changed(watch.name, snapshot, etag: nil))
      }
      try store.take(
        reloads, askedAs: "", plan: ReloadPlan(interval: 43_200), spread: { 0 },
        quietAfterDays: 50,
        boundary: DayBoundary(startsAt: .midnight, zone: HaruCore.Zone(name: "UTC") { _ in 0 }))
    }

    private static func name(_ text: String) throws -> RepositoryName {
      try #require(RepositoryName(text))
    }
  }

  // MARK: Reloads

  @Test func dueWatchesAreReloadedAndNewsAreShown() throws {
    let double = try GitHubDouble()
    let watcher = try Watcher(watching: ["apple/swift"]) { home in
      try home.write("[Repositories]\napi=\(double.address)\n", to: ".config/haru/haru.conf")
    }
    let desk = watcher.desk
    try double.set("apple/swift", #"{"stargazers_count": 70123}"#)
    #expect(try double.requests() == [])
    try watcher.makeDue()
    #expect(try double.request().path == "/repos/apple/swift")
    let digest = try desk.console.shown()
    #expect(digest.summary == "apple/swift: 70000 stars" && digest.body == "")
    #expect(digest.labels == ["Open page", "Mute"])
    #expect(digest.replaces == 0)
    try watcher.handled("digestShown")
    #expect(try watcher.store.unannouncedNews() == [])
    // Nothing is due for hours, and nothing is new.
    try desk.reload()
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(try double.requests() == [])
  }

  @Test func whatWasAnnouncedIsFoundAgain() throws {
    let watcher = try Watcher()
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    let digest = try watcher.desk.console.shown()
    try watcher.handled("digestShown")
    try watcher.hear(of: "a/b", "c/d") { $0.stars = 10 }
    _ = try watcher.desk.console.shown()
    try watcher.handled("digestShown")
    try watcher.desk.console.command("dismiss \(digest.id)")
    // What is gone from the screen is in the list, and each of it can be muted there.
    let list = try watcher.desk.haru("repo", "news").output
    #expect(
      list.contains(
        /^1  today at 09:\d\d  c\/d: 10 stars\n2  today at 09:\d\d  a\/b: 10 stars\n3  today at 09:\d\d  apple\/swift: 1000 stars\n$/
      ), "\(list)")
    #expect(try watcher.desk.haru("repo", "news", "--quiet", "2").status == 0)
    #expect(try watcher.isQuiet("a/b") == true)
    #expect(try watcher.isQuiet("c/d") == false)
  }

  @Test func withoutANetworkTheAgentComesBackLater() throws {
    let double = try GitHubDouble()
    let watcher = try Watcher { home in
      try home.write("[Repositories]\napi=\(double.address)\n", to: ".config/haru/haru.conf")
    }
    try double.stop()
    try watcher.makeDue()
    try watcher.handled("reloadEnded")
    let site = try #require(GitHubSite(double.address))
    let pause = try #require(try watcher.store.lastPause(of: site))
    #expect(pause.problem.kind == "offline")
    try watcher.settle()
    #expect(watcher.starts == 1)

    // The network is back when the pause ends, and no event reminds the agent of it.
    let back = try GitHubDouble(["--port", "\(double.port)"])
    let soon = Instant(Int64(Date().timeIntervalSince1970) + 2)
    try execute("UPDATE pause SET until = \(soon.seconds)", on: watcher.desk.home(Desk.storePath))
    try watcher.desk.reload()
    #expect(try back.requests() == [])
    #expect(try back.request().path.hasPrefix("/repos/"))
    #expect(Date().timeIntervalSince1970 >= Double(soon.seconds))
  }

  /// A program that crashes is not started again and again.
  @Test func aKilledReloadIsDelayed() throws {
    let watcher = try Watcher(watching: ["apple/swift"]) { home in
      chmod(try home.write("#!/bin/sh\nkill -9 $$\n", to: "programs/haru-fetch"), 0o755)
    } agent: {
      try $0.copy(Built.product("haru-agent"), to: "programs/haru-agent")
    }
    try watcher.makeDue()
    try watcher.read { $0.hasSuffix("still due; tried again in 900 s") }
    try watcher.settle()
    #expect(watcher.starts == 1)
    #expect(
      watcher.log.count { $0.contains("not reloaded: ") && $0.hasSuffix(": status 137") } == 1)
  }

  @Test func aMissingHaruFetchIsLoggedOnce() throws {
    let watcher = try Watcher(
      watching: ["apple/swift"],
      agent: { try $0.copy(Built.product("haru-agent"), to: "programs/haru-agent") })
    for _ in 0..<3 { try watcher.makeDue() }
    try watcher.settle()
    let missed = watcher.log.filter { $0.contains("haru-fetch is not installed") }
    #expect(missed.count == 1, "\(watcher.log)")
  }

  // MARK: The digest

  /// Where a notification takes the place of one with its tag, today and the digest do not.
  @Test func todayAndTheDigestHaveTheirOwnTags() throws {
    let watcher = try Watcher(MannerTests.swaync)
    try watcher.hear(of: "apple/swift") { $0.isArchived = false }
    try watcher.hear(of: "apple/swift") { $0.isArchived = true }
    let tag = "x-canonical-private-synchronous"
    #expect(watcher.today.hints[tag] == "'io.github.haru.Haru'")
    #expect(
      try watcher.desk.console.shown().hints[tag] == "'io.github.haru.Haru.repositories'")
  }

  @Test(arguments: RealClickTests.manners)
  func muteIsStoredAndTheOtherNewsAreShownAgain(manner: String) throws {
    let watcher = try Watcher(["--after-action", manner])
    let desk = watcher.desk
    try watcher.hear(of: "apple/swift", "a/b", "c/d") { $0.isArchived = false }
    try watcher.hear(of: "apple/swift", "a/b", "c/d") { $0.isArchived = true }
    let digest = try desk.console.shown()
    #expect(digest.summary == "3 repositories have changed")
    #expect(digest.body == "apple/swift is archived\na/b is archived\nc/d is archived")
    #expect(digest.id != watcher.today.id)
    #expect(digest.hints["category"] == "'x-haru.repositories'")

    try desk.console.click(digest.id, try digest.key(of: "Mute swift"))
    let rest = try desk.console.shown()
    #expect(rest.summary == "2 repositories have changed" && rest.labels == ["Open b", "Mute b"])
    #expect(try watcher.isQuiet("apple/swift") == true)
    try desk.console.click(rest.id, "default")
    let again = try desk.console.shown()
    #expect(again.body == rest.body && again.labels == rest.labels)
    try desk.console.click(again.id, try again.key(of: "Mute b"))
    let last = try desk.console.shown()
    #expect(last.summary == "c/d is archived" && last.labels == ["Open page", "Mute"])
    try desk.console.click(last.id, try last.key(of: "Mute"))
    try watcher.handled("digestClicked(HaruCore.Intent.quiet(c/d)")
    #expect(try watcher.isQuiet("c/d") == true)
    // The digest is closed, and today's notification is still there.
    try desk.reload()
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(watcher.alive == [watcher.today.id])
  }

  /// A server that reuses ids may give the digest the one of today's notification.
  @Test func aReusedIDBelongsToTheNewNotification() throws {
    let watcher = try Watcher(["--after-action", "same-id"])
    let desk = watcher.desk
    try desk.console.click(watcher.today.id, try watcher.today.key(of: "Later"))
    try desk.console.closed(watcher.today.id)
    // It says when it comes back, and goes.
    let back = try desk.console.shown()
    try desk.console.closed(back.id)
    try watcher.hear(of: "apple/swift", "a/b") { $0.stars = 10 }
    let digest = try desk.console.shown()
    try #require(digest.id == watcher.today.id)
    try desk.console.click(digest.id, "default")
    let again = try desk.console.shown()
    #expect(again.summary == digest.summary)
    try desk.console.click(again.id, try again.key(of: "Mute swift"))
    let rest = try desk.console.shown()
    #expect(rest.summary == "a/b: 10 stars")
    try watcher.handled("digestShown")
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(watcher.alive == [rest.id])
  }

  @Test func laterNewsJoinTheDigest() throws {
    let watcher = try Watcher()
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    let first = try watcher.desk.console.shown()
    #expect(first.summary == "apple/swift: 1000 stars")
    try watcher.hear(of: "a/b") { $0.stars = 10 }
    let both = try watcher.desk.console.shown()
    #expect(both.body == "apple/swift: 1000 stars\na/b: 10 stars")
    #expect(watcher.alive == [watcher.today.id, both.id])
    // Later news does not bring back a digest that the user has closed.
    try watcher.desk.console.command("dismiss \(both.id)")
    try watcher.desk.reload()
    try watcher.hear(of: "c/d") { $0.stars = 10 }
    #expect(try watcher.desk.console.shown().summary == "c/d: 10 stars")
  }

  @Test func theDigestOutlivesTheServerAndWaitsForOne() throws {
    let watcher = try Watcher()
    let desk = watcher.desk
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    _ = try desk.console.shown()
    try watcher.handled("digestShown")
    try desk.console.quit()
    try watcher.hear(of: "a/b") { $0.stars = 10 }
    #expect(try watcher.store.unannouncedNews().count == 1)
    try desk.startConsole()
    let digest = try desk.console.shown { !$0.body.contains("study") && $0.labels.count == 2 }
    #expect(digest.body.hasSuffix("a/b: 10 stars") || digest.summary == "a/b: 10 stars")
    try watcher.handled("digestShown")
    #expect(try watcher.store.unannouncedNews() == [])
  }

  @Test func theNextAgentShowsNewsThatWereNotShown() throws {
    let watcher = try Watcher()
    let desk = watcher.desk
    try desk.console.quit()
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    desk.agent.signal(SIGTERM)
    #expect(try desk.agent.wait() == .exited(0))
    try desk.startConsole()
    try desk.startAgent()
    let digest = try desk.console.shown { $0.summary.contains("swift") }
    #expect(digest.summary == "apple/swift: 1000 stars")
    // The agent closes it at its end: its buttons would do nothing.
    try watcher.handled("digestShown")
    desk.agent.signal(SIGTERM)
    #expect(try desk.agent.wait() == .exited(0))
    try desk.console.closed(digest.id)
  }

  @Test func withoutButtonsTheDigestNamesACommand() throws {
    let watcher = try Watcher(["--capabilities", "body"])
    try watcher.hear(of: "apple/swift") { $0.defaultBranch = "main" }
    try watcher.hear(of: "apple/swift") { $0.defaultBranch = "<b>&\u{202e}\u{1b}[31mx\ny" }
    let digest = try watcher.desk.console.shown()
    #expect(
      digest.summary == "apple/swift: the default branch is now <b>&\u{FFFD}\u{FFFD}[31mx y")
    #expect(digest.body == "All changes: haru repo news")
    #expect(digest.actions == [])
  }

  @Test func hostileTextIsNotMarkup() throws {
    let watcher = try Watcher()
    try watcher.hear(of: "apple/swift", "a/b") { $0.defaultBranch = "main" }
    try watcher.hear(of: "apple/swift", "a/b") {
      $0.defaultBranch = "<a href='x'>&amp;" + String(repeating: "m", count: 10_000)
    }
    let digest = try watcher.desk.console.shown()
    #expect(digest.summary == "2 repositories have changed")
    #expect(digest.body.contains("&lt;a href='x'&gt;&amp;amp;mmm") && digest.body.count < 300)
  }

  // MARK: Open

  @Test func aPageThatCannotBeOpenedIsReported() throws {
    let watcher = try Watcher(["--after-action", "new-id"]) { home in
      let script = """
        #!/bin/sh
        [ "$1" = repo ] || exit 0
        echo "$*" >>'\(home("said"))'
        [ -e '\(home("browser"))' ] && exit 0
        echo 'haru: no application opens addresses' >&2
        exit 69

        """
      chmod(try home.write(script, to: "programs/haru"), 0o755)
    } agent: {
      try $0.copy(Built.product("haru-agent"), to: "programs/haru-agent")
    }
    let desk = watcher.desk
    try watcher.hear(of: "apple/swift") { $0.stars = 10 }
    let digest = try desk.console.shown()
    try desk.console.click(digest.id, try digest.key(of: "Open page"))
    let failed = try desk.console.shown()
    #expect(failed.summary == digest.summary)
    #expect(failed.body == "Could not open apple/swift: no application opens addresses")
    try desk.home.write("", to: "browser")
    // Servers repeat a click within a second; a later one is another click.
    #expect(try desk.console.events(during: .seconds(1)).filter(\.isNotify) == [])
    try desk.console.click(failed.id, try failed.key(of: "Open page"))
    try watcher.handled("pageOpened(apple/swift, failure: nil)")
    try desk.console.settle()
    #expect(watcher.alive == [watcher.today.id])
    #expect(try desk.home.read("said") == "repo open -- apple/swift\nrepo open -- apple/swift\n")
  }

  @Test(arguments: RealClickTests.manners)
  func theBrowserOpensThePage(manner: String) throws {
    var made: PictureViewer?
    let watcher = try Watcher(["--after-action", manner], more: PictureViewer.environment) { home in
      try home.write("[Repositories]\napi=http://localhost:8123\n", to: ".config/haru/haru.conf")
      made = try PictureViewer(in: home, for: "x-scheme-handler/http")
    }
    let browser = try #require(made)
    try watcher.hear(of: "apple/swift", "a/b") { $0.stars = 10 }
    let digest = try watcher.desk.console.shown()
    try watcher.desk.console.click(digest.id, try digest.key(of: "Open swift"))
    #expect(try browser.opened().file == "http://localhost:8123/apple/swift")
    let rest = try watcher.desk.console.shown()
    #expect(rest.summary == "a/b: 10 stars" && rest.labels == ["Open page", "Mute"])
    #expect(try watcher.isQuiet("apple/swift") == false)
    try watcher.desk.console.click(rest.id, try rest.key(of: "Open page"))
    #expect(try browser.opened().file == "http://localhost:8123/a/b")
    try watcher.handled("pageOpened(a/b, failure: nil)")
    _ = try watcher.desk.console.eventsSoFar()
    #expect(watcher.alive == [watcher.today.id])
  }
}
