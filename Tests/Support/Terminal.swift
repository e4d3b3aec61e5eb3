/// Writes a text as one word for a shell, and for whatever reads a command line as a shell does.
public func shellWord(_ text: String) -> String {
  let isPlain = text.allSatisfy {
    $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0))
  }
  return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}

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
    try run(
      "script", terminal(words, columns),
      environment: environment.merging(["SHELL": "/bin/sh"]) { $1 })
  }

  /// Starts a program at such a terminal; what is sent to it is typed there.
  public convenience init(
    atTerminal words: [String], columns: Int, environment: [String: String]
  ) throws {
    try self.init(
      "script", Child.terminal(words, columns),
      environment: environment.merging(["SHELL": "/bin/sh"]) { $1 })
  }

  private static func terminal(_ words: [String], _ columns: Int) -> [String] {
    let command = words.map(shellWord)
    return [
      "--quiet", "--return", "--echo", "never", "--command",
      "stty -opost cols \(columns); exec \(command.joined(separator: " "))", "/dev/null",
    ]
  }
}
