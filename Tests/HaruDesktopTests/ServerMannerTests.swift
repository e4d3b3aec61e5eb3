import Foundation
import Support
import Testing

@testable import HaruNotify

/// The table of manners, and the one in the page.
@Suite struct ServerMannerTests {
  @Test func thePageAndTheTableSayTheSame() throws {
    let page = SourceTree.root.appendingPathComponent("docs/servers.md")
    let sections = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("Manners\n") })
    let lines = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let rows = lines.dropFirst().map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(lines.first?.split(separator: "|").count == 21)
    #expect(rows == (ServerManner.table + [.unknown]).map(\.cells))
  }

  @Test(arguments: [
    ("gnome-shell", "GNOME", "43.9", ServerManner.Kept.text),
    ("gnome-shell", "GNOME", "46.0", .buttons),
    ("gnome-shell", "GNOME", "48.rc", .buttons),
    ("Notification Daemon", "GNOME", "3.20.0", .nothing),
    ("a new one", "nobody", "", .nothing),
  ])
  func nameVendorAndVersionChooseTheRow(
    name: String, vendor: String, version: String, kept: ServerManner.Kept
  ) {
    let manner = ServerManner.of(name: name, vendor: vendor, version: version)
    #expect(manner.kept == kept)
    #expect(manner.isResident == (vendor != "GNOME" || name == "gnome-shell"))
  }
}

extension ServerManner {
  /// The row as it stands in the page.
  fileprivate var cells: [String] {
    [
      name, vendor ?? "any", since == 0 ? "any" : "\(since)", buttons.rawValue, bodyClick.rawValue,
      clickedWith.rawValue, isResident ? "sent" : "left out", inPlace.rawValue, expires.rawValue,
      longestSeconds.map { "\($0) s" } ?? "no end", putAway.rawValue,
      replacesTag ? "sent" : "left out", pictures.rawValue, closedBubble.rawValue, kept.rawValue,
      quietSwitch.rawValue, entryID.rawValue, equal.rawValue, requested.rawValue,
      titleColumns.map(String.init) ?? "all", drawsDetail ? "drawn" : "left out",
    ]
  }
}
