import HaruCore
import Support
import Testing

/// Signals that are not about a notification of the agent's, though they look so; none marks a day.
@Suite(.serialized)
struct StrangerTests {
  private static let server = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Any program can send the server's signal, to all or to the agent alone.
  @Test(arguments: [false, true])
  func aClickThatAnotherProgramSendsMarksNothing(toTheAgentAlone: Bool) throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    let study = try open.key(of: "Study")
    let destination = toTheAgentAlone ? ["--dest", try agentsConnection(desk)] : []
    let emitted = try Child.run(
      "gdbus",
      ["emit", "--session"] + destination + [
        "--object-path", Self.path, "--signal", Self.server + ".ActionInvoked", "uint32 \(open.id)",
        "'\(study)'",
      ], environment: desk.environment)
    #expect(emitted.status == 0, "\(emitted.errors)")
    // The bus delivers this call after the signal.
    try desk.reload()
    #expect(try desk.marks == [])
    #expect(try desk.console.eventsSoFar().filter(\.isNotify).isEmpty)

    try desk.console.click(open.id, study)
    #expect(try desk.console.shown().mark == true)
  }

  /// The agent's unique name on the bus.
  private func agentsConnection(_ desk: Desk) throws -> String {
    let bus = "org.freedesktop.DBus"
    let reply = try Child.call(
      bus + ".GetNameOwner", of: bus, ["io.github.haru.Haru"], environment: desk.environment)
    return try #require(reply.output.split(separator: "'").dropFirst().first.map(String.init))
  }

  /// Ids begin again with each server, so an old one may be another program's notification: only a key that names
  /// its day counts there (docs/servers.md#ids).
  @Test func anIdOfAnEarlierServerCountsByItsKeyAlone() throws {
    let desk = try Desk()
    let open = try desk.console.shown()
    let study = try open.key(of: "Study")
    // What was dismissed is not shown by the next server, whose first id is free.
    try desk.console.dismiss(open.id)
    // The agent has heard of it.
    try desk.reload()
    try desk.console.waitForDoubleClick()
    try desk.console.child.kill()
    try desk.startConsole(["--broadcast"])
    let shown = try Child.call(
      Self.server + ".Notify", of: Self.server,
      ["Stranger", "0", "", "Study?", "", "['\(study)', 'Study']", "{}", "0"],
      environment: desk.environment)
    #expect(shown.output == "(uint32 \(open.id),)\n", "\(shown.errors)")
    try desk.console.click(open.id, "default")
    try desk.reload()
    #expect(try desk.marks == [])

    // Its own notification has an id of its own, and counts.
    #expect(try desk.haru("notify").status == 0)
    let again = try desk.console.shown { $0.app == "Haru" }
    #expect(again.id != open.id)
    try desk.console.click(again.id, study)
    #expect(try desk.console.shown { $0.app == "Haru" }.mark == true)
  }
}
