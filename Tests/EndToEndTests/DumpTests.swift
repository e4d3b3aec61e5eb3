import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Programs that read what strangers have written leave nothing of their memory behind (SECURITY.md).
struct DumpTests {
  private let home: Scratch
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    environment = Support.environment(home: home.path, ["HARU_GITHUB_TOKEN": "ghp_0123456789"])
  }

  /// Whether the system writes a core dump where a program runs, as the first test expects.
  private static let dumpsAreFiles: Bool = {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return pattern?.hasPrefix("core") == true && limit.rlim_max == .max
  }()

  /// Starts a program that may leave a dump in the home, at a signal of which Swift's runtime writes nothing.
  private func start(_ words: [String], _ more: [String: String] = [:]) throws -> Child {
    try Child(
      "/bin/bash", ["-c", #"ulimit -c unlimited; cd "$0"; exec "$@""#, home.path] + words,
      environment: environment.merging(more) { $1 })
  }

  private var dumps: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: home.path)
        .filter { $0.hasPrefix("core") }
    }
  }

  /// While it waits for GitHub it has the token in memory.
  @Test(.enabled(if: dumpsAreFiles, "needs core dumps in the directory of a program"))
  func whatAsksGitHubLeavesNoDump() throws {
    let github = try GitHubDouble()
    let store = home(Desk.storePath)
    _ = try Store(path: store, for: .writing).addWatches(
      of: [try #require(RepositoryName("a/silent"))], at: Instant(0))
    var settings = Settings()
    settings.site = try #require(GitHubSite(github.address))
    let request = ReloadRequest(.all, by: settings, usualStore: store)
    let fetcher = try start(
      [Built.product("haru-fetch"), FetchCommand.reload(request).line])
    _ = try github.request()
    fetcher.signal(SIGSYS)
    #expect(try fetcher.wait(within: .seconds(60)) == .killed(SIGSYS))
    #expect(try dumps == [])
    try expectADumpOfAnother()
  }

  /// While it looks for fonts.
  @Test(.enabled(if: dumpsAreFiles, "needs core dumps in the directory of a program"))
  func whatDrawsLeavesNoDump() throws {
    let fonts = home("fonts.conf")
    try #require(mkfifo(fonts, 0o600) == 0)
    let haru = try start(
      [Built.product("haru"), "card", "study", "--sample", "-o", home("card.png")],
      ["FONTCONFIG_FILE": fonts])
    // This waits until somebody reads.
    let descriptor = open(fonts, O_WRONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    // It has become the program that draws.
    haru.signal(SIGSYS)
    #expect(try haru.wait(within: .seconds(60)) == .killed(SIGSYS))
    #expect(try dumps == [])
    try expectADumpOfAnother()
  }

  private func expectADumpOfAnother() throws {
    #expect(try start(["bash", "-c", "kill -SYS $$"]).wait() == .killed(SIGSYS))
    #expect(try dumps.count == 1)
  }
}
