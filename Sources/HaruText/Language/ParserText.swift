/// The words of the argument parser: headings of help pages, and errors in arguments.
public enum ParserText {
  /// The first line of a help page, which describes the command.
  public static func overview(_ abstract: String) -> String {
    text("OVERVIEW: {text}", ["text": abstract])
  }
  /// The syntax of a command.
  public static func usage(_ synopsis: String) -> String {
    text("USAGE: {synopsis}", ["synopsis": synopsis])
  }
  /// The heading of the arguments.
  public static var arguments: String { text("ARGUMENTS:") }
  /// The heading of the options.
  public static var options: String { text("OPTIONS:") }
  /// The heading of a group of commands.
  public static func heading(_ name: String) -> String { text("{heading}:", ["heading": name]) }
  /// The heading of other words for a command.
  public static var synonyms: String { text("OTHER WORDS:") }
  /// The heading of the subcommands.
  public static var subcommands: String { text("SUBCOMMANDS:") }
  /// The help of `--version`.
  public static var showVersion: String { text("Show the version.") }
  /// The help of `--help`.
  public static var showHelp: String { text("Show help information.") }
  /// The command that shows more help.
  public static func seeHelp(_ command: String) -> String {
    text("See '{command}' for detailed help.", ["command": command])
  }
  /// An option that the command does not have, and one with a similar name.
  public static func unknownOption(_ option: String, near: String? = nil) -> String {
    guard let near else { return text("unknown option: {option}", ["option": option]) }
    return text(
      "unknown option: {option}; similar: {near}", ["option": option, "near": near])
  }
  /// A word of a note that begins with a dash, as an option does.
  public static func unknownOptionInText(_ option: String) -> String {
    text(
      "unknown option: {option}; before text that begins with a dash write --",
      ["option": option])
  }
  /// A command that does not exist; the help of `program`, to which it would belong, lists all.
  public static func unknownCommand(_ word: String, of program: String) -> String {
    text(
      "unknown command: {word}; to list all: {program} --help",
      ["word": SafeText.value(word), "program": program])
  }
  /// A command that does not exist, and one with a similar name.
  public static func unknownCommand(_ word: String, near: String) -> String {
    text(
      "unknown command: {word}; did you mean {near}?",
      ["word": SafeText.value(word), "near": near])
  }
  /// A command that does not exist, and those by which it may be meant.
  public static func unknownCommand(_ word: String, perhaps commands: [String]) -> String {
    text(
      "unknown command: {word}; write one of: {commands}",
      ["word": word, "commands": ListText.words(commands)])
  }
  /// More arguments than the command takes.
  public static func unexpected(_ argument: String) -> String {
    text("unexpected argument: {argument}", ["argument": argument])
  }
  /// An argument that the command needs.
  public static func missingArgument(_ name: String) -> String {
    text("missing argument: {name}", ["name": name])
  }
  /// An option without its value.
  public static func missingValue(_ option: String) -> String {
    text("missing value for {option}", ["option": option])
  }
  /// A value for an option that takes none.
  public static func takesNoValue(_ option: String, value: String) -> String {
    text(
      "{option} takes no value: {value}", ["option": option, "value": value])
  }
}
