import Glibc
import HaruDesktop

/// How many colours may be shown.
enum ColorDepth {
  /// None, and no other look either: not a single escape sequence.
  case none
  /// The sixteen that every terminal names in its own way.
  case sixteen
  /// A cube of 216, and greys.
  case twoHundredFiftySix
  /// Any.
  case direct

  /// What standard output shows.
  static var output: ColorDepth {
    ColorDepth(isTerminal: StandardStream.output.isTerminal) { name in
      getenv(name).map { String(cString: $0) } ?? ""
    }
  }

  /// What a stream shows, as the variables of its environment say.
  init(isTerminal: Bool, _ variable: (String) -> String) {
    let terminal = variable("TERM")
    guard isTerminal, variable("NO_COLOR").isEmpty, !["", "dumb"].contains(terminal) else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(variable("COLORTERM")) || terminal.hasSuffix("-direct") {
      self = .direct
    } else if ColorDepth.rich.contains(where: terminal.contains) {
      self = .twoHundredFiftySix
    } else {
      self = .sixteen
    }
  }

  /// What a terminal with 256 colours or more has in its name; more of them than say so are known.
  private static let rich = ["256color", "kitty", "foot", "alacritty", "ghostty", "wezterm"]
}
