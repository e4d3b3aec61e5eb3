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
    let seed = UInt64.random(in: 0..<1_000_000)
    var generator = Seeded(seed)
    let desk = try Desk(marks: [1])
    let zone = HaruCore.Zone(name: "test") { _ in 0 }
    let provenance = Provenance(at: Instant(0), in: zone, source: .command)
    var (between, claimed) = (0, 0)

    for _ in 0..<KilledTests.runs {
      let open = try desk.console.shown { $0.labels.contains("Study") }
      try desk.console.click(open.id, try open.key(of: "Study"))
      // More often early than late: what matters happens in the first milliseconds.
      let fraction = Double.random(in: 0..<1, using: &generator)
      usleep(UInt32(30_000 * fraction * fraction * fraction))
      try desk.agent.kill()

      // What the agent sent before its end has arrived; none of it is left for the next run.
      try desk.console.settle()
      let shown = try desk.console.events(during: .zero).contains {
        if case .notify(let shown) = $0 { shown.summary.hasSuffix("· Studied") } else { false }
      }
      if shown { claimed += 1 } else { between += 1 }
      #expect(!shown || desk.isStudied, "seed \(seed)")

      try Store(path: desk.home(Desk.storePath), for: .writing)
        .setStudied([desk.today], false, today: desk.today, by: provenance)
      try desk.startAgent()
    }
    print("killed with seed \(seed): \(between) before the notification, \(claimed) after it")
    #expect(between >= 40)
    #expect(claimed >= 1)
    _ = try desk.console.shown()
    #expect(try desk.haru("store", "check").status == 0)
  }
}
