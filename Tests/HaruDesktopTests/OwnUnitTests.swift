import Foundation
import HaruDesktop
import Support
import Testing

/// A unit of its own, where a user's systemd runs.
@Suite(.enabled(if: userManagerRuns, "needs a user's systemd"))
struct OwnUnitTests {
  @Test func aProgramLeavesTheUnitAndItsRestrictions() throws {
    let words = OwnUnit.starting(["cat", "/proc/self/cgroup", "/proc/self/status"], limit: 5000)
    let restricted = ["systemd-run", "--user", "--quiet", "--collect", "--wait", "--pipe"]
    let inner = restricted + ["--property=NoNewPrivileges=yes", "--unit=haru-test", "--"] + words
    let run = try Child.run(inner[0], Array(inner.dropFirst()))
    #expect(run.status == 0, "\(run.errors)")
    #expect(!run.output.contains("haru-test"))
    #expect(run.output.contains("NoNewPrivs:\t0"))
  }

  @Test func itHasTheEnvironmentAndItsStatusIsReported() throws {
    let words = OwnUnit.starting(["sh", "-c", "echo \"$HOME\"; echo no >&2; exit 65"], limit: 5000)
    let run = try Child.run(words)
    #expect(run.output == "\(NSHomeDirectory())\n")
    #expect(run.errors == "no\n")
    #expect(run.status == 65)
  }

  /// What a program has started stays when it ends.
  @Test func itsChildrenOutliveIt() throws {
    let words = OwnUnit.starting(
      ["sh", "-c", "setsid sleep 60 >/dev/null 2>&1 & echo $!"], limit: 5000)
    let run = try Child.run(words)
    let child = try #require(Int32(run.output.dropLast()))
    #expect(kill(child, SIGKILL) == 0)
  }
}

private let userManagerRuns =
  (try? Child.run("systemd-run", ["--user", "--quiet", "--wait", "true"]))?.status == 0
