import HaruDesktop
import HaruSession

/// The agent of this session, called over the bus; it need not run.
@MainActor
enum RunningAgent {
  static var isRunning: Bool {
    (try? Bus.session())?.isOwned(AgentInterface.busName) ?? false
  }

  /// Its version; `nil` if no agent runs.
  static func version(on bus: Bus) -> String? {
    let method = Bus.Method(
      AgentInterface.busName, AgentInterface.objectPath, "org.freedesktop.DBus.Properties", "Get")
    let arguments = [Variant.string(AgentInterface.name), .string("Version")]
    return try? bus.callAndWait(method, arguments).children.first?.children.first?.string
  }

  /// Has a running agent read the store; never starts one.
  static func reload() {
    guard let bus = try? Bus.session() else { return }
    _ = try? bus.callAndWait(method("Reload"))
  }

  /// Has the agent show today, and so starts one if none runs, which takes a while.
  static func present(on bus: Bus) throws(GLibError) {
    _ = try bus.callAndWait(method("Present"), mayStart: true, timeoutMilliseconds: 10_000)
  }

  private static func method(_ member: String) -> Bus.Method {
    Bus.Method(AgentInterface.busName, AgentInterface.objectPath, AgentInterface.name, member)
  }
}
