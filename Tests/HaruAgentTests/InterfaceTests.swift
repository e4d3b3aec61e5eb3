import Support
import Testing

@testable import HaruDesktop
@testable import haru_agent

/// What other programs call, as its file describes it.
@MainActor
@Suite struct InterfaceTests {
  @Test func theInstalledFileIsMadeOfTheRows() throws {
    let installed = GoldenFile("share/dbus-1/interfaces/io.github.haru.Haru1.xml")
    #expect(try installed.differences(from: AgentObject.interface.xml) == [])
  }

  @Test func everyRowSaysWhatItIsFor() {
    let interface = AgentObject.interface
    let summaries = interface.methods.map(\.summary) + interface.properties.map(\.summary)
    #expect(!summaries.contains(""))
  }
}
