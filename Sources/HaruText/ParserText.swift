/// What the parser of the command line says: headings of help pages, and why it refuses arguments.
public enum ParserText {
  /// The line of a help page that says what a command does.
  public static func overview(_ abstract: String) -> String {
    text("OVERVIEW: {text}", ["text": abstract])
  }
  /// The line that shows how a command is written.
  public static func usage(_ synopsis: String) -> String {
    text("USAGE: {synopsis}", ["synopsis": synopsis])
  }
  /// The heading of the arguments.
  public static var arguments: String { text("ARGUMENTS:") }
  /// The heading of the options.
  public static var options: String { text("OPTIONS:") }
  /// The heading of the subcommands.
  public static var subcommands: String { text("SUBCOMMANDS:") }
  /// What `--version` does.
  public static var showVersion: String { text("Show the version.") }
  /// What `--help` does.
  public static var showHelp: String { text("Show help information.") }
  /// Where there is more help.
  public static func seeHelp(_ command: String) -> String {
    text("See '{command}' for detailed help.", ["command": command])
  }
  /// An option that the command does not have, and perhaps one with a similar name.
  public static func unknownOption(_ option: String, near: String? = nil) -> String {
    guard let near else { return text("Unknown option '{option}'", ["option": option]) }
    return text(
      "Unknown option '{option}'. Did you mean '{near}'?", ["option": option, "near": near])
  }
  /// More arguments than the command takes.
  public static func unexpected(_ argument: String) -> String {
    text("Unexpected argument '{argument}'", ["argument": argument])
  }
  /// An argument that the command needs.
  public static func missingArgument(_ name: String) -> String {
    text("Missing expected argument '{name}'", ["name": name])
  }
  /// An option without its value.
  public static func missingValue(_ option: String) -> String {
    text("Missing value for '{option}'", ["option": option])
  }
  /// A value for an option that takes none.
  public static func takesNoValue(_ option: String, value: String) -> String {
    text(
      "The option '{option}' takes no value: '{value}'", ["option": option, "value": value])
  }
}
