import Foundation
import HaruCore
import Support
import Testing

/// The table of manners, and what is made from it.
@Suite struct ServerMannerTests {
  /// A page without its table gets it, to be read, which fails.
  @Test func thePageAndTheTableSayTheSame() throws {
    let table = ServerManner.page(ServerManner.table + [.unknown]).joined(separator: "\n") + "\n"
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

  /// The agent tells it, and `haru doctor` reads it.
  @Test func whatTheAgentTellsOfAServerIsRead() {
    for var manner in ServerManner.table + [.unknown] {
      manner.capabilities = ["actions", "icon-static"]
      let found = FoundServer(manner)
      #expect(FoundServer(found.words) == found)
      #expect(found.row == (manner.name == "any other" ? nil : manner.name))
    }
    #expect(FoundServer([:]) == nil)
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
