internal import Glibc
internal import HaruCore
internal import HaruSystem

/// The colours of terminals that have a fixed palette.
public enum TerminalPalette {
  /// A colour by its number, and what it looks like.
  typealias Numbered = (number: Int, color: Color)

  /// The nearest colour of the 256, without the first sixteen, which users change.
  static func nearestOf256(to color: Color) -> Numbered {
    (cube + greys).min { distance($0.color, color) < distance($1.color, color) } ?? (black, .black)
  }

  /// The one of the eight colours that every terminal has which shouts in none, blue in xterm's value: the others are
  /// as bright as a warning, or the terminal's own background.
  static let calm: Numbered = (4, Color(0, 0, 238))

  /// The black of the 256 colours that no user changes.
  public static let black = 16
  /// The white of the 256 colours that no user changes.
  public static let white = 231

  private static func distance(_ a: Color, _ b: Color) -> Int {
    let parts = [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)]
    return parts.reduce(0) { sum, part in
      let difference = Int(part.0) - Int(part.1)
      return sum + difference * difference
    }
  }

  private static let cube: [Numbered] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    return (0..<216).map { number in
      (black + number, Color(levels[number / 36], levels[number / 6 % 6], levels[number % 6]))
    }
  }()

  private static let greys: [Numbered] = (0..<24).map { number in
    let level = UInt8(8 + number * 10)
    return (white + 1 + number, Color(level, level, level))
  }
}

/// How many colours a terminal shows.
public enum ColorDepth: Sendable {
  /// No colours and no styles: no escape sequence at all.
  case none
  /// The sixteen colours, whose values each terminal defines.
  case sixteen
  /// 256 colours: a cube of 216, 24 greys, and the sixteen.
  case twoHundredFiftySix
  /// Any RGB colour.
  case direct

  /// What standard output shows.
  public static var output: ColorDepth {
    ColorDepth(isTerminal: StandardStream.output.isTerminal) { name in
      getenv(name).map { String(cString: $0) } ?? ""
    }
  }

  /// What a stream shows, from the environment variables of its terminal.
  public init(isTerminal: Bool, _ variable: (String) -> String) {
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
