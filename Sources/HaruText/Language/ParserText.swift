/// Errors in arguments, and the line of usage.
public enum ParserText {
  /// The syntax of a command.
  public static func usage(_ synopsis: String) -> String {
    text("USAGE: {synopsis}", ["synopsis": synopsis])
  }
  /// An option that the command does not have, and one with a similar name.
  public static func unknownOption(_ option: String, near: String? = nil) -> String {
    guard let near else { return text("unknown option: {option}", ["option": option]) }
    return text(
      "unknown option: {option}; similar: {near}", ["option": option, "near": near])
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
}
