import Foundation
import HaruSystem
import OwnProcess
import Support
import Testing

/// Asking other zones than the present one.
@Suite struct OtherZoneTests {
  /// One alone, and several in turn, the former one among them; afterwards it is as it was.
  @Test(arguments: [String?.none, "Europe/Berlin", ""])
  func otherZonesAreAskedAndTheFormerOneIsRestored(own: String?) async throws {
    await inOwnProcess(given: own) {
      let own = try Given.value(of: String?.self)
      if let own { setenv("TZ", own, 1) } else { unsetenv("TZ") }
      LocalZone.update()
      let winter: Int64 = 1_768_478_400
      let before = LocalZone.utcOffset(at: winter)
      for (name, hours) in [
        ("Asia/Seoul", 9), ("America/New_York", -5), ("KST-9", 9), ("<+0545>-5:45", 5),
        ("NZST-12NZDT,M9.5.0,M4.1.0/3", 13), ("EST5EDT", -5), ("UTC", 0), ("UTC0", 0),
        ("Etc/GMT+10", -10), (":Asia/Seoul", 9),
      ] {
        let offset = LocalZone.usingSeveral { $0.utcOffset(of: name)?(winter) }
        #expect(offset.map { $0 / 3600 } == hours, "\(name)")
        #expect(LocalZone.utcOffset(at: winter) == before)
      }
      try LocalZone.usingSeveral { zones in
        let seoul = try #require(zones.utcOffset(of: "Asia/Seoul"))
        let apia = try #require(zones.utcOffset(of: "<-11>11"))
        #expect(zones.utcOffset(of: "Europ/Berlin") == nil)
        for _ in 1...3 {
          #expect(zones.utcOffset(at: winter) == before)
          #expect(seoul(winter) == 9 * 3600)
          #expect(apia(winter) == -11 * 3600)
        }
      }
      #expect(LocalZone.utcOffset(at: winter) == before)
      #expect(ProcessInfo.processInfo.environment["TZ"] == own)
    }
  }

  @Test func anUnknownZoneIsRefused() async {
    await inOwnProcess {
      for name in [
        "", "Europ/Berlin", "Europe", "Europe/", "../zoneinfo/Asia/Seoul", "/etc/passwd",
        "/usr/share/zoneinfo/Asia/Seoul", "tzdata.zi", "Seoul", "KST", "+9",
        "UTC+9x!", "KST-9/", "9", "Asia/Seoul\n", "<KST-9",
      ] {
        #expect(LocalZone.usingSeveral { $0.utcOffset(of: name) == nil }, "\(name)")
      }
    }
  }
}
