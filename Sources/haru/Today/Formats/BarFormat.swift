import ArgumentParser
import HaruCommand
import HaruCore
import HaruText

/// A format for bars and prompts, which `--format` selects.
protocol BarFormat: StatusFormat {
  /// Whether a failure is printed to standard output with exit status 0, because the bar hides a command that
  /// fails.
  var printsFailures: Bool { get }
}

extension BarFormat {
  var printsFailures: Bool { false }

  func failure(_ failure: Failure) -> String { BarText.unreadable }
}

extension BarFormatName {
  /// The format for today.
  @MainActor var format: any BarFormat {
    switch self {
    case .line: LineFormat()
    case .short: ShortFormat()
    case .waybar: WaybarFormat()
    }
  }
}

/// The value of `haru status --format`: the name of a format, or a line of the user's own.
enum ChosenFormat: Sendable {
  case named(BarFormatName)
  case template(TemplateFormat)

  static func read(_ word: String) throws(ValidationError) -> ChosenFormat {
    if let name = BarFormatName(rawValue: word) { return .named(name) }
    guard word.contains("{") else {
      throw ValidationError(ImportText.noSuchFormat(word, formats: BarFormatName.all))
    }
    guard let template = TemplateFormat(word) else {
      throw ValidationError(
        text(
          "not a format: {word}; in braces write {values}",
          ["word": SafeText.value(word), "values": BarText.Value.all]))
    }
    return .template(template)
  }

  @MainActor var format: any BarFormat {
    switch self {
    case .named(let name): name.format
    case .template(let template): template
    }
  }
}
