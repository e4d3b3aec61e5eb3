public import HaruDesktop

/// Calls the agent of this session over the bus, whether it runs or not.
@MainActor
public enum RunningAgent {
  /// Whether one runs.
  public static var isRunning: Bool {
    (try? Bus.session())?.isOwned(AgentInterface.busName) ?? false
  }

  /// Asks a running agent to read the store again; never starts one.
  public static func reload() {
    guard let bus = try? Bus.session() else { return }
    _ = try? bus.callAndWait(method("Reload"))
  }

  /// A method of the agent.
  public static func method(_ member: String) -> Bus.Method {
    Bus.Method(AgentInterface.busName, AgentInterface.objectPath, AgentInterface.name, member)
  }
}
