import Glibc
import HaruCore
import HaruSystem

/// How many colours a terminal shows.
enum ColorDepth {
  /// No colours and no styles: no escape sequence at all.
  case none
  /// The sixteen colours, whose values each terminal defines.
  case sixteen
  /// 256 colours: a cube of 216, 24 greys, and the sixteen.
  case twoHundredFiftySix
  /// Any RGB colour.
  case direct

  /// What standard output shows.
  static var output: ColorDepth {
    ColorDepth(isTerminal: StandardStream.output.isTerminal) { name in
      getenv(name).map { String(cString: $0) } ?? ""
    }
  }

  /// What a stream shows, from the environment variables of its terminal.
  init(isTerminal: Bool, _ variable: (String) -> String) {
    let terminal = variable("TERM")
    guard isTerminal, variable("NO_COLOR").isEmpty, !["", "dumb"].contains(terminal) else {
      self = .none
      return
    }
    if ["truecolor", "24bit"].contains(variable("COLORTERM")) || terminal.hasSuffix("-direct") {
      self = .direct
    } else if ColorDepth.rich.contains(where: terminal.includes) {
      self = .twoHundredFiftySix
    } else {
      self = .sixteen
    }
  }

  /// Parts of the names of terminals with 256 colours or more.
  private static let rich = ["256color", "kitty", "foot", "alacritty", "ghostty", "wezterm"]
}
