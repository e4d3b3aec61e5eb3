import Foundation
import Support
import Testing

/// What watching repositories leaves on a machine, and asks of it.
struct RepositorySafetyTests {
  private let home: Scratch
  private let github: GitHubDouble

  init() throws {
    (home, github) = (Scratch(), try GitHubDouble())
    try home.write("[Repositories]\napi=\(github.address)\n", to: ".config/haru/haru.conf")
  }

  /// Runs lines of a shell that finds the programs.
  private func shell(_ script: String, _ more: [String: String] = [:]) throws -> Child.Outcome {
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    let environment = Support.environment(home: home.path, more)
    return try Child.run(
      "env", ["--chdir=" + home.path, "sh", "-c", "PATH=\"\(programs):$PATH\"; " + script],
      environment: environment, within: .seconds(60))
  }

  /// Whatever the user's mask allows, what Haru writes is the owner's.
  @Test func nothingIsOpenToOthers() throws {
    let run = try shell(
      """
      umask 000
      haru repo add apple/swift && haru repo refresh && haru card repository -o card.svg
      """)
    #expect(run.status == 0, "\(run.errors)")
    let found = try Child.run(
      "find",
      [home(".config/haru/repositories"), home(".local"), home(".cache")]
        + ["!", "-type", "l", "-perm", "/077", "-printf", "%m %P\\n"])
    #expect(found.output == "" && found.errors == "")
    let files = try Child.run("find", [home.path, "-type", "f"]).output
    for part in ["reload.lock", "avatars/", "repositories.sqlite"] {
      #expect(files.contains(part), "\(part)")
    }
  }

  /// The XDG Base Directory Specification: such a path is invalid, and is ignored.
  @Test func aRelativeDirectoryIsIgnored() throws {
    var variables: [String: String] = [:]
    for name in ["DATA", "CONFIG", "CACHE", "STATE"] { variables["XDG_\(name)_HOME"] = "xdg" }
    try home.write("", to: "here/file")
    _ = try shell("cd here && haru repo add a/one && haru repo refresh", variables)
    let here = try FileManager.default.contentsOfDirectory(atPath: home("here"))
    #expect(here == ["file"])
    let cache = try FileManager.default.contentsOfDirectory(atPath: home(".cache/haru"))
    #expect(cache.contains("reload.lock"))
  }

  /// `caf\351` is *café* in Latin-1, and no UTF-8.
  @Test func anArgumentThatIsNotUTF8IsRefused() throws {
    let run = try shell("exec haru-repo add $(printf 'caf\\351')")
    #expect(run.status == 64)
    #expect(run.errors.contains(": not valid UTF-8: ") && run.errors.contains("caf\u{FFFD}"))
  }

  /// While it waits for GitHub it has the token in memory.
  @Test(.enabled(if: DumpingHome.areFiles, "needs core dumps in the directory of a program"))
  func whatAsksGitHubLeavesNoDump() throws {
    let (dumping, github) = (DumpingHome(), try GitHubDouble())
    let home = dumping.home
    try home.write("[Repositories]\napi=\(github.address)\n", to: ".config/haru/haru.conf")
    try home.write("a/silent\n", to: ".config/haru/repositories")
    let fetcher = try dumping.start(
      [Built.product("haru-repo"), "refresh"], ["HARU_GITHUB_TOKEN": "ghp_0123456789"])
    _ = try github.request()
    fetcher.signal(SIGSYS)
    #expect(try fetcher.wait(within: .seconds(60)) == .killed(SIGSYS))
    #expect(try dumping.dumps == [])
    #expect(try dumping.dumpsOfAnother() == 1)
  }

  /// What a reload asks of the kernel, against what the unit of the agent forbids.
  @Test func theSandboxAllowsAReload() throws {
    let machine = try Installed()
    try machine.user.write("[Repositories]\napi=\(github.address)\n", to: ".config/haru/haru.conf")
    func run(_ words: String...) throws {
      try Child.run("env", words, environment: machine.environment()).succeeded()
    }
    let calls = machine.home("calls")
    try run("haru", "repo", "add", "apple/swift")
    try run("strace", "-f", "-qq", "-o", calls, machine.path("bin/haru"), "repo", "refresh")
    // libc asks the kernel for its networks to look up a name, as that of GitHub. A number is looked up
    // as well, and needs no file of names, which a bare machine does not have.
    try run("strace", "-f", "-qq", "-o", calls + ".name", "getent", "ahosts", "127.0.0.1")
    let trace = try Trace(of: calls, calls + ".name")
    #expect(trace.programs.contains { $0.hasSuffix("/haru-repo") })
    let service = try machine.entries(Installed.service, "Service")
    #expect(try trace.violations(of: service) == [])
  }

  /// As after an installation without curl.
  @Test func theDoctorNamesAMissingLibrary() throws {
    try home.copyOfHelper("haru-repo", without: "libcurl.so")
    try home.copy(Built.product("haru"), to: "programs/haru")
    let programs = home("programs/")
    #expect(try shell(programs + "haru repo").status == 127)
    #expect(
      try shell(programs + "haru doctor").output.contains(
        "• watches: haru-repo does not start without libcurl: \(programs)haru-repo\n"))
  }
}
