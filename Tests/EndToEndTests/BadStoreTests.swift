import Foundation
import HaruCore
import Support
import Testing

/// With a store that cannot be written, a click shows *not saved* and the reason; no data is lost.
@Suite(.serialized)
struct BadStoreTests {
  @Test func aReadOnlyStoreIsShownAndAClickIsNotSaved() throws {
    let home = Scratch()
    let zone = MadeZone.morning
    try Desk.mark([zone.today.advanced(by: -1)].compactMap(\.self), in: home)
    let (agent, haru) = (
      try Nobody.program("haru-agent", in: home), try Nobody.program("haru", in: home)
    )
    let store = home(Desk.storePath)
    let before = try Data(contentsOf: URL(fileURLWithPath: store))
    try Nobody.own(home.path)
    chmod(store, 0o444)
    chmod(home(".local/share/haru"), 0o555)
    let bus = try PrivateBus()
    let environment = Support.environment(home: home.path, bus: bus.address, zone: zone.name)
    Nobody.admit(to: bus)
    let console = try Console(environment: environment)
    let running = try Nobody.start(agent, ["--gapplication-service"], environment)

    let open = try console.shown()
    #expect(open.body.hasPrefix("1-day streak"))
    let notSaved = try console.shown(afterPressing: "Study", on: open)
    #expect(notSaved.summary.hasPrefix("Not saved:"))
    #expect(notSaved.body == "The store is read-only.\nHaru tries again until midnight.")
    #expect(notSaved.labels == ["Try again", "Undo"])

    let status = try Nobody.run(haru, ["status"], environment)
    #expect(status.status == 0)
    #expect(status.output.contains("1-day streak"))
    let mark = try Nobody.run(haru, ["mark"], environment)
    #expect(mark.status == 73)
    #expect(mark.errors == "haru: read-only: \(store)\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: store)) == before)

    // Once it may be written, the click is saved by itself.
    chmod(home(".local/share/haru"), 0o755)
    chmod(store, 0o644)
    #expect(try console.shown(within: .seconds(20)).summary.hasPrefix("Studied:"))
    running.signal(SIGTERM)
  }

  @Test(.enabled(if: mayMount, "needs the right to mount"))
  func aClickOnAFullDiskIsNotSavedUntilThereIsSpace() throws {
    let desk = try Desk()
    _ = try desk.console.shown()
    try desk.agent.terminate()
    let share = try desk.home.makeFolder(".local/share")
    let script = """
      mount -t tmpfs -o size=1m tmpfs "$1"
      "$2" mark -1 2>/dev/null
      dd if=/dev/zero of="$1/fill" bs=4096 2>/dev/null
      dd if=/dev/zero of="$1/rest" bs=1 2>/dev/null
      exec "$3" --gapplication-service
      """
    let agent = try Child(
      "unshare",
      [
        "--mount", "sh", "-c", script, "sh", share, Built.product("haru"),
        Built.product("haru-agent"),
      ], environment: desk.environment)
    let ping = { try Pings(desk) }
    let open = try desk.console.shown()
    #expect(open.body.hasPrefix("1-day streak"))
    let pings = try ping()
    let notSaved = try desk.console.shown(afterPressing: "Study", on: open)
    #expect(notSaved.summary.hasPrefix("Not saved:"))
    #expect(notSaved.body == "The disk is full. Free some space.\nHaru tries again until midnight.")

    // Once there is space, the click is saved by itself.
    let enter = ["--target", "\(agent.pid)", "--mount"]
    #expect(try Child.run("nsenter", enter + ["rm", share + "/fill"]).status == 0)
    #expect(try desk.console.shown(within: .seconds(20)).summary.hasPrefix("Studied:"))
    let check = try Child.run(
      "nsenter", enter + [Built.product("haru"), "store", "check"],
      environment: desk.environment)
    #expect(check.status == 0)
    try pings.expectShort("a full disk")
    agent.signal(SIGTERM)
  }

  @Test func aStoreOfANewerVersionIsRefused() throws {
    let desk = try Desk(marks: [1])
    _ = try desk.console.shown()
    try execute("PRAGMA user_version = 99", on: desk.home(Desk.storePath))
    let run = try desk.haru("mark")
    #expect(run.status == 65)
    #expect(run.errors.contains("written by a newer version of Haru (schema 99)"))
    // The running agent shows the reason after its next reload.
    try desk.reload()
    let shown = try desk.console.shown { $0.summary.hasPrefix("Cannot read your days:") }
    #expect(shown.body == "A newer version of Haru wrote the store. Install that version.")
  }

  @Test func clicksDuringALongLockAreNotSavedAndTheAgentStillAnswers() throws {
    let desk = try Desk(["--after-action", "keep"], marks: [1])
    let open = try desk.console.shown()
    let pings = try Pings(desk)
    let lock = try HeldLock(desk.home(Desk.storePath))
    let locked = ContinuousClock.now
    for _ in 0..<3 {
      try desk.console.press("Study", on: open)
      _ = try desk.console.events(during: .milliseconds(1000))
    }
    let notSaved = try desk.console.shown(within: .seconds(8))
    #expect(notSaved.summary.hasPrefix("Not saved:"))
    #expect(
      notSaved.body == "Another program has locked the store.\nHaru tries again until midnight.")
    _ = try desk.console.events(during: .seconds(8) - (.now - locked))
    #expect(try !desk.isStudied)
    lock.release()
    #expect(try desk.console.shown(afterPressing: "Try again", on: notSaved).mark == true)
    #expect(try desk.isStudied)
    try pings.expectShort("a lock held for eight seconds")
  }
}
