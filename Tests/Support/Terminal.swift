extension Child {
  /// Runs a program at a real terminal, which passes on what it gets without a change.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - columns: How wide the terminal is.
  ///   - environment: Its whole environment.
  /// - Returns: How it ended, and what the terminal got from both of its streams as output.
  /// - Throws: If it cannot be run, or does not end.
  public static func run(
    atTerminal words: [String], columns: Int, environment: [String: String]
  ) throws -> Outcome {
    let command = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }
    return try run(
      "script",
      [
        "--quiet", "--return", "--echo", "never", "--command",
        "stty -opost cols \(columns); exec \(command.joined(separator: " "))", "/dev/null",
      ], environment: environment.merging(["SHELL": "/bin/sh"]) { $1 })
  }
}
