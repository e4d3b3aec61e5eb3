import Foundation
import HaruSystem
import OwnProcess
import Support
import Testing

/// Each test runs in a process of its own, as the zone belongs to the process.
@Suite struct LocalZoneTests {
  /// Zones set by a POSIX string, a name, a file, and not at all.
  @Test func agreesWithDate() async {
    await inOwnProcess {
      let zones = [
        "IST-1GMT0,M10.5.0,M3.5.0/1", "<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", "XXX-05:37:11",
        "EST5EDT,M3.2.0,M11.1.0", "NZST-12NZDT,M9.5.0,M4.1.0/3", "UTC0", "",
        "Europe/Dublin", ":Africa/Casablanca", ":/usr/share/zoneinfo/America/Nuuk",
        "Asia/Pyongyang", "Pacific/Apia", "Australia/Lord_Howe", "No/Such/Zone",
      ]
      for zone in zones { try expectDateAgrees(inZone: zone) }
    }
  }

  /// libc takes UTC for it, without a word.
  @Test func aZoneThatIsNotKnownIsUTC() async {
    await inOwnProcess {
      let scratch = Scratch()
      func found(_ zone: String) -> [String?] {
        setenv("TZ", zone, 1)
        LocalZone.reload()
        return [LocalZone.name(at: 0), LocalZone.unknownName]
      }
      for zone in ["Europe/Berln", "CEST", "Europe", "/etc/passwd", "No/Such/Zone"] {
        #expect(found(zone) == ["UTC", zone])
      }
      #expect(found(":CEST") == ["UTC", "CEST"])
      for zone in [
        "Asia/Seoul", "KST-9", "UTC", "UTC0", "EST5EDT", "Europe/London", "Africa/Abidjan",
        "/usr/share/zoneinfo/Asia/Seoul", "/usr/share/zoneinfo/Africa/Abidjan",
      ] {
        #expect(found(zone) == [zone, nil])
      }
      #expect(found("") == ["UTC", nil])
      // Without tzdata.
      setenv("TZDIR", scratch.path, 1)
      #expect(found("Asia/Seoul") == ["UTC", "Asia/Seoul"])
      #expect(found("KST-9") == ["KST-9", nil])
      #expect(found("Etc/UTC") == ["Etc/UTC", nil])
    }
  }

  /// Made by `zic -b slim`.
  @Test func slimZoneFilesAgreeWithDate() async {
    await inOwnProcess {
      let scratch = Scratch()
      let made = try Child.run(
        "zic", ["-b", "slim", "-d", scratch.path, "/usr/share/zoneinfo/tzdata.zi"])
      try #require(made.status == 0, "\(made)")
      for zone in ["Europe/Dublin", "Africa/Casablanca", "America/Nuuk", "Antarctica/Troll"] {
        try expectDateAgrees(inZone: ":" + scratch(zone))
      }
    }
  }

  /// `TZ` keeps its text.
  @Test func aReplacedZoneFileIsReadAgain() async {
    await inOwnProcess {
      let scratch = Scratch()
      let winter: Int64 = 1_768_478_400
      func put(_ zone: String) throws {
        try FileManager.default.copyItem(
          atPath: "/usr/share/zoneinfo/" + zone, toPath: scratch("new"))
        try #require(rename(scratch("new"), scratch("zone")) == 0)
      }
      try put("Asia/Seoul")
      setenv("TZ", ":" + scratch("zone"), 1)
      LocalZone.reload()
      #expect(LocalZone.utcOffset(at: winter) == 9 * 3600)
      try put("America/New_York")
      LocalZone.reload()
      #expect(LocalZone.utcOffset(at: winter) == -5 * 3600)
      // A file that is written in place.
      let text = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Asia/Kathmandu"))
      try text.write(to: URL(filePath: scratch("zone")))
      LocalZone.reload()
      #expect(LocalZone.utcOffset(at: winter) == 5 * 3600 + 45 * 60)
      unlink(scratch("zone"))
      LocalZone.reload()
      #expect(LocalZone.utcOffset(at: winter) == 0)
      #expect(getenv("TZ").map { String(cString: $0) } == ":" + scratch("zone"))
    }
  }

  @Test func anUpdateReadsAnotherTZ() async {
    await inOwnProcess {
      setenv("TZ", "Asia/Seoul", 1)
      LocalZone.update()
      #expect(LocalZone.utcOffset(at: 0) == 9 * 3600)
      setenv("TZ", "Asia/Kolkata", 1)
      LocalZone.update()
      #expect(LocalZone.utcOffset(at: 0) == 5 * 3600 + 30 * 60)
    }
  }

  @Test func nameAndFilesOfTheZone() async {
    await inOwnProcess {
      let scratch = Scratch()
      try scratch.write("", to: "zone")
      let cases: [(zone: String, name: String, files: [String])] = [
        ("Asia/Seoul", "Asia/Seoul", ["/usr/share/zoneinfo/Asia/Seoul"]),
        (":Asia/Seoul", "Asia/Seoul", ["/usr/share/zoneinfo/Asia/Seoul"]),
        // An empty file is no zone.
        (":" + scratch("zone"), "UTC", [scratch("zone")]),
        ("XXX-05:37:11", "XXX-05:37:11", []),
        ("", "UTC", []),
      ]
      for (zone, name, files) in cases {
        setenv("TZ", zone, 1)
        LocalZone.reload()
        #expect(LocalZone.name(at: 0) == name)
        #expect(LocalZone.files == files)
      }
      unsetenv("TZ")
      LocalZone.reload()
      #expect(LocalZone.files.contains("/etc/localtime"))
      #expect(!LocalZone.name(at: 0).isEmpty)
      setenv("TZDIR", scratch.path, 1)
      setenv("TZ", "zone", 1)
      #expect(LocalZone.files == [scratch("zone")])
    }
  }
}

/// Compares the offset at many instants from 2024 to 2030 with date(1).
private func expectDateAgrees(inZone zone: String) throws {
  setenv("TZ", zone, 1)
  LocalZone.reload()
  // A step that reaches every hour and minute.
  let instants = Array(stride(from: Int64(1_704_067_200), to: 1_924_992_000, by: 40_003))
  let scratch = Scratch()
  let list = try scratch.write(instants.map { "@\($0)\n" }.joined(), to: "instants")
  let said = try Child.run(
    "date", ["-f", list, "+%::z"], environment: environment(home: scratch.path, zone: zone))
  let offsets = said.output.split(separator: "\n").map(seconds)
  try #require(offsets.count == instants.count)
  let wrong = zip(instants, offsets).filter { LocalZone.utcOffset(at: $0) != $1 }
  #expect(wrong.isEmpty, "\(zone): \(wrong.prefix(3))")
}

/// Reads `+05:37:11`.
private func seconds(_ offset: Substring) -> Int {
  let parts = offset.dropFirst().split(separator: ":").compactMap { Int($0) }
  let sum = parts.reduce(0) { $0 * 60 + $1 }
  return offset.hasPrefix("-") ? -sum : sum
}
