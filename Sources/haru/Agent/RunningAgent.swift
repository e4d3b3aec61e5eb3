import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

@MainActor
extension RunningAgent {
  /// How long the agent may take to answer; no event keeps it busy for that long.
  private static let answerMilliseconds: Int32 = 500

  /// The session bus, for a command that needs the agent.
  static func bus() throws(Failure) -> Bus {
    do {
      return try Bus.session()
    } catch {
      throw Failure(.unavailable, problem(error))
    }
  }

  /// Why there is no session bus, and what to do.
  static func problem(_ error: GLibError) -> String {
    let reason =
      Bus.hasAddress
      ? "\(error)"
      : text("DBUS_SESSION_BUS_ADDRESS is not set, and $XDG_RUNTIME_DIR/bus is missing")
    return text(
      "no session bus: {reason}; log in to a desktop, or use dbus-run-session",
      ["reason": reason])
  }

  /// What the agent has yet to do; `nil` if none runs.
  static var agenda: Agenda? {
    guard let bus = try? Bus.session(), bus.isOwned(AgentInterface.busName) else { return nil }
    return agenda(on: bus)
  }

  /// What the agent has yet to do, for a prompt or a bar: it is asked only if a click waits to be saved.
  static var agendaIfClickWaits: Agenda? { UnsavedClickFile.isSet ? agenda : nil }

  /// What a running agent has yet to do; nothing if it does not answer soon.
  static func agenda(on bus: Bus) -> Agenda {
    let values = properties(on: bus)
    func instant(_ name: String) -> Instant? {
      values[name]?.integer.flatMap { $0 == 0 ? nil : Instant($0) }
    }
    let reason = values["NextReason"]?.string.flatMap(NextNotification.Reason.init(rawValue:))
    let at = instant("NextNotification")
    // The agent waits for a server that may still come, and so does not say that there is none.
    let service = NotificationService(bus: bus)
    return Agenda(
      notSavedSince: instant("NotSavedSince"), noBackupSince: instant("NoBackupSince"),
      next: at.flatMap { at in reason.map { NextNotification(at: at, $0) } },
      lacksServer: !service.isThere && !service.canStart)
  }

  /// Its version; `nil` if no agent runs.
  static func version(on bus: Bus) -> String? { properties(on: bus)["Version"]?.string }

  private static func properties(on bus: Bus) -> [String: Variant] {
    let method = Bus.Method(
      AgentInterface.busName, AgentInterface.objectPath, "org.freedesktop.DBus.Properties",
      "GetAll")
    let reply = try? bus.callAndWait(
      method, [.string(AgentInterface.name)], timeoutMilliseconds: answerMilliseconds)
    return (reply?.children.first?.children ?? []).reduce(into: [:]) { values, entry in
      if let name = entry.children.first?.string {
        values[name] = entry.children.last?.children.first
      }
    }
  }

  /// Asks the agent to show today; the bus starts one if none runs, which takes a while.
  static func present(on bus: Bus) throws(GLibError) {
    _ = try bus.callAndWait(method("Present"), mayStart: true, timeoutMilliseconds: 10_000)
  }

  /// Asks the agent to remind at an instant, or, for `nil`, after the time of the settings.
  ///
  /// - Returns: When it reminds.
  static func later(at instant: Instant?, on bus: Bus) throws(GLibError) -> Instant {
    let reply = try bus.callAndWait(method("Later"), [.int64(instant?.seconds ?? 0)])
    return Instant(reply.children.first?.integer ?? 0)
  }
}
