import Foundation
import Support
import Testing

/// The session of whoever runs the tests, which has no part in them; `Scripts/test` makes their environment.
@Suite struct OwnSessionTests {
  @Test func aTestGetsNothingOfTheSessionThatRunsIt() {
    let given: Set = [
      "PATH", "HOME", "TMPDIR", "XDG_CACHE_HOME", "TZ", "LC_ALL", "LOCPATH", "TEXTDOMAINDIR",
    ]
    let others = ProcessInfo.processInfo.environment.keys.filter {
      !given.contains($0) && !$0.hasPrefix("HARU_") && !$0.hasSuffix("SAN_OPTIONS")
    }
    #expect(others.isEmpty)
  }

  /// As `dbus-launch --autolaunch` does, which a desktop has.
  @Test func aProgramOnADisplayStartsNoBus() throws {
    let bare = environment(home: "/", ["DISPLAY": ":99"])
    let own = bare.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/bus"]) { $1 }
    for (environment, address) in [(bare, "disabled:"), (own, "unix:path=/bus")] {
      let run = try Child.run("printenv", ["DBUS_SESSION_BUS_ADDRESS"], environment: environment)
      #expect(run.output == address + "\n")
    }
  }
}
