public import ArgumentParser
internal import HaruCore
internal import HaruSystem
internal import HaruText

extension CommandConfiguration {
  /// A command that its name and one line explain.
  public init(_ name: String, _ abstract: String) {
    self.init(commandName: name, abstract: abstract)
  }
}

extension ArgumentHelp {
  /// Whether a completion for a shell is made.
  private static let isForShell =
    ProgramArguments.words?.contains { $0.hasPrefix("--generate-completion-script") } ?? false

  /// The help of an option or argument.
  ///
  /// A shell shows it beside every value, so that a long list of them is left out there.
  public static func of(_ help: String, valueName: String? = nil) -> ArgumentHelp {
    let isLong = isForShell && help.count > 100
    return ArgumentHelp(isLong ? String(help.prefix { $0 != ":" }) : help, valueName: valueName)
  }
}

/// A `transform` for the argument parser, which refuses a wrong word with an error of Haru's.
public func reading<Value>(
  _ read: @escaping @Sendable (String) -> Value?,
  or refusal: @escaping @Sendable (String) -> String
) -> @Sendable (String) throws -> Value {
  { word in
    guard let value = read(word) else { throw ValidationError(refusal(word)) }
    return value
  }
}

/// Reads the number of an option, within a range; an error names the numbers that are offered.
public func number(
  _ range: ClosedRange<Int>, for option: String, offering offered: ClosedRange<Int>? = nil
) -> @Sendable (String) throws -> Int {
  reading({ Int($0).flatMap(range.exactly) }) {
    CommandText.badValue($0, for: option, expected: .number(offered ?? range))
  }
}

/// The option `--json`.
public struct JSONOption: ParsableArguments, Sendable {
  /// Whether JSON is printed.
  @Flag(help: .of(text("Print JSON.")))
  public var json = false

  /// Makes the option, which is not set.
  public init() {}
}
