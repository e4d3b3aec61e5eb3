/// The answers of `haru agent`.
public enum AgentText {
  /// The agent was started.
  public static var started: String { text("The agent has started.") }
  /// The agent was asked to start, and runs already.
  public static var runsAlready: String { text("The agent runs already.") }
  /// The agent was asked to end, and has ended.
  public static var stopped: String { text("The agent has ended.") }
  /// No agent runs.
  public static var runsNot: String {
    text("The agent is not running. To start it: haru agent start")
  }
  /// An agent runs: its version and its process.
  public static func runs(version: String, process: Int64, bySystemd: Bool) -> String {
    let values: KeyValuePairs = ["version": version, "process": String(process)]
    return bySystemd
      ? text("The agent runs: version {version}, process {process}, started by systemd.", values)
      : text("The agent runs: version {version}, process {process}.", values)
  }
  /// systemd could not start the unit.
  public static func unitFailed(_ unit: String) -> String {
    text("systemd cannot start {unit}; to see why: journalctl --user -u {unit}", ["unit": unit])
  }
  /// The agent was started and has ended at once.
  public static var startFailed: String {
    text("the agent has not started; to see why: haru-agent --verbose")
  }
  /// The agent was asked to end and goes on.
  public static var stopFailed: String { text("the agent has not ended; try again") }
}
