import Foundation
import HaruCore
import Support
import Testing

/// The table of manners, and what is made from it.
@Suite struct ServerMannerTests {
  /// The columns of the page: a heading, and what stands below it in the line of a server.
  private let columns: [(heading: String, cell: (ServerManner) -> String)] = [
    ("server", { $0.name }),
    ("vendor", { $0.vendor ?? "any" }),
    ("from version", { $0.since == 0 ? "any" : "\($0.since)" }),
    ("buttons", { $0.buttons.rawValue }),
    ("`default`", { $0.bodyClick.rawValue }),
    ("clicked with", { $0.hearsMiddleClick ? "middle" : "left" }),
    ("`resident`", { $0.isResident ? "sent" : "left out" }),
    ("in place", { $0.inPlace.rawValue }),
    ("expires", { $0.expires.rawValue }),
    ("stays", { $0.longestSeconds.map { "\($0) s" } ?? "no end" }),
    ("put away", { $0.expiresWhenPutAway ? "1 or 2" : "2" }),
    ("tag", { $0.replacesTag ? "sent" : "left out" }),
    ("picture", { $0.pictures.rawValue }),
    ("closed bubble", { $0.keepsClosedBubble ? "stays" : "goes" }),
    ("kept", { $0.kept.rawValue }),
    ("do not disturb", { $0.quietSwitch.rawValue }),
    ("its id", { $0.givesForeignID ? "foreign" : "ours" }),
    ("equal ones", { $0.refusesEqual ? "refused" : "taken" }),
    ("asked for", { $0.makesRequestedUrgent ? "critical" : "normal" }),
    ("title", { $0.titleColumns.map(String.init) ?? "all" }),
    ("last line", { ServerManner.drawn($0.drawsDetail) }),
    ("most buttons", { "\($0.mostButtons)" }),
    ("restart", { $0.keepsOverRestart ? "keeps" : "forgets" }),
  ]

  /// A page without its table gets it, to be read, which fails.
  @Test func thePageAndTheTableSayTheSame() throws {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    let rule = "|" + String(repeating: "---|", count: columns.count) + "\n"
    let rows = (ServerManner.table + [.unknown]).map { row in line(columns.map { $0.cell(row) }) }
    let table = line(columns.map(\.heading)) + rule + rows.joined()
    var page = try SourceTree.read("docs/servers.md")
    let begin = try #require(page.range(of: "<!-- ServerManner.table -->\n")).upperBound
    let end = try #require(page.range(of: "\n- **buttons**", range: begin..<page.endIndex))
      .lowerBound
    let written = page[begin..<end]
    if written.isEmpty {
      page.insert(contentsOf: table, at: begin)
      try Data(page.utf8).write(to: SourceTree.root.appendingPathComponent("docs/servers.md"))
    }
    #expect(written == table)
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
