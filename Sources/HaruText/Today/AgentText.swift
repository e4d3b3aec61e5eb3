/// The answers of `haru agent`.
public enum AgentText {
  /// The agent was started.
  public static var started: String { text("The agent has started.") }
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
}
