import CCurses
import Glibc
import HaruCore
import HaruTerminal

/// The terminal, as ncurses draws on it and reads from it.
@MainActor
struct CursesScreen {
  private let colors: Int
  /// The pair of colours of each background, in the order in which they were needed.
  private var pairs: [Color: Int16] = [:]

  /// Whether a terminal can draw: one that is called dumb has only lines.
  static var isPossible: Bool {
    getenv("TERM").map { !["", "dumb"].contains(String(cString: $0)) } ?? false
  }

  /// Begins; `nil` if the kind of the terminal is unknown.
  init?() {
    guard haru_begin_screen() else { return nil }
    let isPlain = ColorDepth.output == .none
    colors = isPlain ? 0 : Int(haru_colors())
  }

  /// Gives the terminal back as it was.
  func close() { endwin() }

  /// Takes the size that the terminal has now.
  func resize() -> EditEvent {
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 {
      resizeterm(Int32(window.ws_row), Int32(window.ws_col))
    }
    return .size(rows: Int(haru_rows()), columns: Int(haru_columns()))
  }

  // MARK: Drawing

  mutating func paint(_ lines: [StyledLine], cursor: (row: Int, column: Int)) {
    erase()
    for (row, line) in lines.enumerated() {
      move(Int32(row), 0)
      for piece in line.pieces {
        set(piece.style)
        // One after the other, because ncurses ends a text at an isolate.
        for scalar in piece.text.unicodeScalars { addstr(String(scalar)) }
      }
      set(.plain)
      // A piece that was too long has gone on in the next line.
      clrtobot()
    }
    move(Int32(cursor.row), Int32(cursor.column))
    refresh()
  }

  private mutating func set(_ style: Style) {
    var attributes: attr_t = 0
    // With fewer colours, many terminals draw bold black as grey.
    if style.isBold, colors == 0 || colors >= 256 || style.background == nil {
      attributes |= haru_bold
    }
    if style.isFaint { attributes |= haru_faint }
    if style.isReversed { attributes |= haru_reverse }
    let pair = style.visibleBackground.map { self.pair($0) } ?? 0
    attr_set(attributes, pair, nil)
  }

  /// The pair of colours of a background and the text that reads on it; 0 without colours.
  private mutating func pair(_ background: Color) -> Int16 {
    guard colors >= 8 else { return 0 }
    if let known = pairs[background] { return known }
    let isRich = colors >= 256
    let shown =
      isRich
      ? TerminalPalette.nearestOf256(to: background) : TerminalPalette.nearestOf8(to: background)
    // The cube's black and white, because users change the first sixteen colours.
    let (black, white): (Int16, Int16) = isRich ? (16, 231) : (0, 7)
    let number = Int16(pairs.count + 1)
    init_pair(number, shown.color.text == .black ? black : white, Int16(shown.number))
    pairs[background] = number
    return number
  }

  // MARK: Keys

  /// What was typed and clicked since the last time.
  func events() -> [EditEvent] {
    var events: [EditEvent] = []
    var code: wint_t = 0
    while true {
      switch get_wch(&code) {
      case OK: if let key = letter(code) { events.append(.key(key)) }
      case KEY_CODE_YES: if let event = event(Int32(bitPattern: code)) { events.append(event) }
      default: return events
      }
    }
  }

  private func letter(_ code: wint_t) -> EditKey? {
    switch code {
    case 10, 13: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 0..<32: nil
    default: Unicode.Scalar(code).map(EditKey.letter)
    }
  }

  private func event(_ code: Int32) -> EditEvent? {
    switch code {
    case KEY_UP: .key(.up)
    case KEY_DOWN: .key(.down)
    case KEY_LEFT: .key(.left)
    case KEY_RIGHT: .key(.right)
    case KEY_PPAGE: .key(.pageUp)
    case KEY_NPAGE: .key(.pageDown)
    case KEY_ENTER: .key(.enter)
    case KEY_BACKSPACE: .key(.backspace)
    case KEY_MOUSE: mouse
    default: nil
    }
  }

  private var mouse: EditEvent? {
    var event = MEVENT()
    guard getmouse(&event) == OK else { return nil }
    if event.bstate & haru_button_press != 0 {
      return .press(row: Int(event.y), column: Int(event.x))
    }
    switch event.bstate {
    case haru_wheel_up: return .wheel(-1)
    case haru_wheel_down: return .wheel(1)
    default: return nil
    }
  }
}
