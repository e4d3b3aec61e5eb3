import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// Watched repositories and the agent: reloads, and the notification of news, on a bus with a server.
@Suite(.serialized)
struct WatchAgentTests {
  /// A session whose user watches repositories, which were loaded an hour ago.
  private final class Watcher {
    let desk: Desk
    let today: Console.Shown
    var file: Repositories { get throws { try Repositories(in: desk.home) } }
    /// What the agent has logged, as far as it was read.
    private(set) var log: [String] = []
    init(
      _ options: [String] = [], watching names: [String] = ["apple/swift", "a/b", "c/d"],
      more: [String: String] = [:],
      prepare: (Scratch) throws -> Void = { _ in },
      agent program: (Scratch) throws -> String = { _ in Built.product("haru-agent") }
    ) throws {
      let hourAgo = Instant(Int64(Date().timeIntervalSince1970) - 3600)
      desk = try Desk(
        options,
        more.merging(["HARU_SHARE": ProcessInfo.processInfo.environment["HARU_SHARE"] ?? ""]) {
          $1
        },
        prepare: { home in
          let file = try Repositories(in: home)
          _ = try file.add(names.map(repository))
          try Watcher.take(names, at: hourAgo, in: file) { $0.stars = 5 }
          try prepare(home)
        }, agent: program)
      today = try desk.console.shown()
    }

    /// Writes answers as `haru-repo` does, and has the agent ask for the news.
    func hear(of names: String..., change: (inout Snapshot) -> Void) throws {
      let now = Instant(Int64(Date().timeIntervalSince1970))
      try Watcher.take(names, at: now, in: try file, change: change)
      try desk.reload()
    }

    func isQuiet(_ name: String) throws -> Bool? {
      try file.watch(of: repository(name))?.isQuiet
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

    /// Waits until the agent has an answer to a question.
    func answered(_ reason: String) throws {
      try read { $0.contains("GuestEvent.answered(") && $0.contains("Reason.\(reason),") }
    }

    /// Waits until the news on the screen count as announced.
    func told() throws {
      try eventually(watching: desk.home(".local/share/haru")) {
        try file.unannouncedNews().isEmpty
      }
    }

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
      try execute("UPDATE watch SET due_at = 0", on: try file.path)
      try desk.reload()
    }

    private static func take(
      _ names: [String], at now: Instant, in file: Repositories, change: (inout Snapshot) -> Void
    ) throws {
      let reloads = try names.map { text in
        let watch = try #require(try file.watch(of: repository(text)))
        var snapshot = watch.snapshot ?? Snapshot(fetchedAt: now)
        change(&snapshot)
        return Reload(of: watch.id, watch.name, at: now, .changed(watch.name, snapshot, etag: nil))
      }
      try file.take(reloads)
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
    try watcher.told()
    #expect(try watcher.file.unannouncedNews() == [])
    // Nothing is due for hours, and nothing is new.
    try desk.reload()
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(try double.requests() == [])
  }

  /// It changes when the next of them is due.
  @Test func theAgentHearsOfWhatWasLoadedToBeShown() throws {
    let double = try GitHubDouble()
    let watcher = try Watcher(watching: ["apple/swift"]) { home in
      try home.write("[Repositories]\napi=\(double.address)\n", to: ".config/haru/haru.conf")
      let file = try Repositories(in: home)
      let now = Instant(Int64(Date().timeIntervalSince1970))
      try file.wantContributors(of: try file.watches(), at: now)
    }
    try watcher.answered("start")
    #expect(try watcher.desk.haru("repo", "show", "apple/swift", "--contributors").status == 0)
    try watcher.answered("changed")
  }

  @Test func whatWasAnnouncedIsFoundAgain() throws {
    let watcher = try Watcher()
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    let digest = try watcher.desk.console.shown()
    try watcher.told()
    try watcher.hear(of: "a/b", "c/d") { $0.stars = 10 }
    _ = try watcher.desk.console.shown()
    try watcher.told()
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
    try watcher.answered("time")
    let site = try #require(GitHubSite(double.address))
    let pause = try #require(try watcher.file.lastPause(of: site))
    #expect(pause.problem.kind == "offline")
    // The guest names the end of the pause, and is asked then.
    #expect(
      try watcher.file.nextReload(
        at: Instant(Int64(Date().timeIntervalSince1970)), by: ReloadPlan(interval: 43_200), on: site
      ) == pause.until)
  }

  /// A program that crashes, or is missing, is not started again and again.
  @Test(arguments: [true, false]) func aReloadThatFailsIsDelayed(isThere: Bool) throws {
    let watcher = try Watcher(watching: ["apple/swift"]) { home in
      guard isThere else { return }
      try home.write(program: "#!/bin/sh\nkill -9 $$\n", to: "programs/haru-repo")
    } agent: {
      try $0.copy(Built.product("haru-agent"), to: "programs/haru-agent")
    }
    try watcher.read {
      $0.contains("the guest repositories fails") && (isThere || $0.contains("haru-repo"))
    }
    // It is asked again in a quarter of an hour.
    for _ in 0..<3 { try watcher.makeDue() }
    try watcher.handled("storeChanged")
    #expect(watcher.log.count { $0.contains("the guest repositories fails") } == 1)
  }

  // MARK: The notification

  /// Where a notification takes the place of one with its tag, today and the digest do not.
  @Test func todayAndTheDigestHaveTheirOwnTags() throws {
    let watcher = try Watcher(["--name", "SwayNotificationCenter"])
    try watcher.hear(of: "apple/swift") { $0.isArchived = false }
    try watcher.hear(of: "apple/swift") { $0.isArchived = true }
    let tag = "x-canonical-private-synchronous"
    #expect(watcher.today.hints[tag] == "'io.github.haru.Haru'")
    #expect(
      try watcher.desk.console.shown().hints[tag] == "'io.github.haru.Haru.repositories'")
  }

  @Test(arguments: ["keep", "new-id", "same-id"])
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

    try desk.console.press("Mute swift", on: digest)
    let rest = try desk.console.shown { $0.labels == ["Open b", "Mute b"] }
    #expect(rest.summary == "2 repositories have changed")
    #expect(try watcher.isQuiet("apple/swift") == true)
    try desk.console.click(rest.id, "default")
    let again = try desk.console.shown()
    #expect(again.body == rest.body && again.labels == rest.labels)
    try desk.console.waitForDoubleClick()
    try desk.console.press("Mute b", on: again)
    let last = try desk.console.shown { $0.summary == "c/d is archived" }
    #expect(last.labels == ["Open page", "Mute"])
    try desk.console.waitForDoubleClick()
    try desk.console.press("Mute", on: last)
    try eventually(watching: desk.home(".config/haru")) { try watcher.isQuiet("c/d") == true }
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
    try desk.console.press("Mute swift", on: again)
    let rest = try desk.console.shown { $0.summary == "a/b: 10 stars" }
    try watcher.told()
    #expect(try desk.console.eventsSoFar().filter(\.isNotify) == [])
    #expect(watcher.alive == [rest.id])
  }

  @Test func laterNewsJoinTheDigest() throws {
    let watcher = try Watcher()
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    let first = try watcher.desk.console.shown()
    #expect(first.summary == "apple/swift: 1000 stars")
    // The answer to the question that tells it would bring the next news, and these would not come up.
    try watcher.told()
    try watcher.hear(of: "a/b") { $0.stars = 10 }
    let both = try watcher.desk.console.shown { $0.body.contains("a/b") }
    #expect(both.body == "apple/swift: 1000 stars\na/b: 10 stars")
    try watcher.told()
    // What was asked before has its answer by then.
    _ = try watcher.desk.console.events(during: .seconds(1))
    let living = watcher.alive.subtracting([watcher.today.id])
    let id = try #require(living.count == 1 ? living.first : nil)
    // Later news does not bring back a digest that the user has closed.
    try watcher.desk.console.dismiss(id)
    _ = try watcher.desk.console.eventsSoFar()
    try watcher.hear(of: "c/d") { $0.stars = 10 }
    let later = try watcher.desk.console.shown {
      $0.body.contains("c/d") || $0.summary.contains("c/d")
    }
    #expect(later.summary == "c/d: 10 stars", "\(later)")
  }

  @Test func theDigestOutlivesTheServerAndWaitsForOne() throws {
    let watcher = try Watcher()
    let desk = watcher.desk
    try watcher.hear(of: "apple/swift") { $0.stars = 1000 }
    _ = try desk.console.shown()
    try watcher.told()
    try desk.console.quit()
    try watcher.hear(of: "a/b") { $0.stars = 10 }
    #expect(try watcher.file.unannouncedNews().count == 1)
    try desk.startConsole()
    // What the first server has shown may come before it.
    _ = try desk.console.shown {
      $0.body.hasSuffix("a/b: 10 stars") || $0.summary == "a/b: 10 stars"
    }
    try watcher.told()
    #expect(try watcher.file.unannouncedNews() == [])
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
    try watcher.told()
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

  @Test func aPageThatCannotBeOpenedStaysWithTheReason() throws {
    let watcher = try Watcher(["--after-action", "new-id"])
    let desk = watcher.desk
    try watcher.hear(of: "apple/swift") { $0.stars = 10 }
    let digest = try desk.console.shown()
    try desk.console.press("Open page", on: digest)
    let failed = try desk.console.shown { $0.body.hasPrefix("Could not open apple/swift: ") }
    #expect(failed.summary == digest.summary)
    #expect(failed.body.contains("no application opens web pages: "))
    #expect(failed.labels == digest.labels)
  }

  @Test(arguments: ["keep", "new-id", "same-id"])
  func theBrowserOpensThePage(manner: String) throws {
    var made: PictureViewer?
    let watcher = try Watcher(["--after-action", manner], more: PictureViewer.environment) { home in
      try home.write("[Repositories]\napi=http://localhost:8123\n", to: ".config/haru/haru.conf")
      made = try PictureViewer(in: home, for: "x-scheme-handler/http")
    }
    let browser = try #require(made)
    try watcher.hear(of: "apple/swift", "a/b") { $0.stars = 10 }
    let digest = try watcher.desk.console.shown()
    try watcher.desk.console.press("Open swift", on: digest)
    #expect(try browser.opened().file == "http://localhost:8123/apple/swift")
    let rest = try watcher.desk.console.shown { $0.summary == "a/b: 10 stars" }
    #expect(rest.labels == ["Open page", "Mute"])
    #expect(try watcher.isQuiet("apple/swift") == false)
    try watcher.desk.console.waitForDoubleClick()
    try watcher.desk.console.press("Open page", on: rest)
    #expect(try browser.opened().file == "http://localhost:8123/a/b")
    for _ in 0..<2 { try watcher.answered("press") }
    _ = try watcher.desk.console.eventsSoFar()
    #expect(watcher.alive == [watcher.today.id])
  }
}
