/// What the programs say of themselves.
public enum HelpText {
  /// The help of the agent.
  public static var agent: String {
    text(
      """
      Usage: haru-agent [--gapplication-service] [--verbose]

      Shows today's notification, keeps what you click, and starts the next day.
      Started a second time it shows the notification again.

        --gapplication-service  serve without showing anything at once
        --verbose               log every event
        --version               print the version
        --help                  print this help
      """)
  }

  /// What the agent says to an argument that it does not know.
  public static func agentMisuse(_ argument: String) -> String {
    text("haru-agent: unknown argument: {argument}", ["argument": argument])
  }
}
