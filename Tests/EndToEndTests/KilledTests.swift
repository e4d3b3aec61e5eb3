import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// The agent is killed at any moment around a click.
@Suite(.serialized)
struct KilledTests {
  private static let runs = 200

  @Test func whatWasShownAsStudiedIsInTheStore() throws {
    var generator = Seeded()
    let desk = try Desk(marks: [1])
    let zone = HaruCore.Zone(name: "test") { _ in 0 }
    let provenance = Provenance(at: Instant(0), in: zone, source: .command)
    var (between, claimed) = (0, 0)

    for run in 0..<KilledTests.runs {
      let open = try desk.console.shown { $0.labels.contains("Study") }
      try desk.console.click(open.id, try open.key(of: "Study"))
      if run.isMultiple(of: 2) {
        // More often early than late: what matters happens in the first milliseconds.
        let fraction = Double.random(in: 0..<1, using: &generator)
        _ = try desk.agent.kill(after: .milliseconds(30 * fraction * fraction * fraction))
      } else {
        // At the very moment at which the user sees it.
        _ = try desk.console.shown { $0.summary.hasPrefix("Studied:") }
        try desk.agent.kill()
      }

      // What the agent sent before its end has arrived; none of it is left for the next run.
      try desk.console.settle()
      let late = try desk.console.events(during: .zero).contains {
        if case .notify(let shown) = $0 { shown.summary.hasPrefix("Studied:") } else { false }
      }
      let isShown = late || !run.isMultiple(of: 2)
      if isShown { claimed += 1 } else { between += 1 }
      #expect(try !isShown || desk.isStudied)

      try Store(path: desk.home(Desk.storePath), for: .writing)
        .setStudied([desk.today], false, today: desk.today, by: provenance)
      try desk.startAgent()
    }
    print("killed: \(between) before the notification, \(claimed) after it")
    #expect(between >= KilledTests.runs / 10)
    #expect(claimed >= KilledTests.runs / 2)
    _ = try desk.console.shown()
    #expect(try desk.haru("store", "check").status == 0)
  }
}
