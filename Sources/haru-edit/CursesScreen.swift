import CCurses
import Glibc
import HaruCore
import HaruTerminal

/// Draws on the terminal by ncurses, and reads the bytes of the terminal without ncurses.
@MainActor
struct CursesScreen {
  private let depth: ColorDepth
  /// The pair of colours of each background, in the order in which they were needed.
  private var pairs: [Color: Int16] = [:]
  private var title = ""

  /// Whether a terminal can draw: one that is called dumb has only lines.
  static var isPossible: Bool {
    getenv("TERM").map { !["", "dumb"].contains(String(cString: $0)) } ?? false
  }

  /// Begins; `nil` if the kind of the terminal is unknown.
  init?() {
    guard haru_begin_screen() else { return nil }
    let colors = ColorDepth.output == .none ? 0 : haru_colors()
    depth = colors >= 256 ? .twoHundredFiftySix : colors >= 8 ? .sixteen : .none
  }

  /// Gives the terminal back as it was.
  func close() { haru_end_screen() }

  /// Takes the size that the terminal has now.
  func resize() -> EditEvent {
    haru_hold_stop(true)
    defer { haru_hold_stop(false) }
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 {
      resizeterm(Int32(window.ws_row), Int32(window.ws_col))
    }
    return .size(rows: Int(haru_rows()), columns: Int(haru_columns()))
  }

  /// Reads the bytes that poll(2) has announced; `nil` at the end of the terminal.
  func read() -> [UInt8]? {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(STDIN_FILENO, &part, part.count)
    if count < 0 && [EINTR, EAGAIN].contains(errno) { return [] }
    return count > 0 ? Array(part[..<count]) : nil
  }

  // MARK: Drawing

  /// Shows a title, of words that are safe, where the terminal takes its own again at the end.
  mutating func show(title: String) {
    guard title != self.title, haru_keeps_title() else { return }
    self.title = title
    haru_write("\u{1B}]2;\(title)\u{1B}\\")
  }

  /// Shows lines, with the cursor at its place: also where a person does not see it, a reader of the screen does.
  mutating func paint(
    _ lines: [StyledLine], cursor: (row: Int, column: Int), showingCursor isShown: Bool
  ) {
    haru_hold_stop(true)
    defer { haru_hold_stop(false) }
    for (row, line) in lines.prefix(Int(haru_rows())).enumerated() {
      move(Int32(row), 0)
      // A piece of the line above that was too long goes on in this line.
      clrtoeol()
      for piece in line.pieces {
        set(piece.style)
        // One after the other, because ncurses ends a text at an isolate.
        for scalar in piece.text.unicodeScalars { addstr(String(scalar)) }
      }
      set(.plain)
    }
    if move(Int32(lines.count), 0) == OK { clrtobot() }
    move(Int32(cursor.row), Int32(cursor.column))
    curs_set(isShown ? 1 : 0)
    refresh()
  }

  private mutating func set(_ style: Style) {
    var attributes: attr_t = 0
    if style.isDrawnBold(depth) { attributes |= haru_bold }
    if style.isFaint { attributes |= haru_faint }
    if style.isReversed { attributes |= haru_reverse }
    attr_set(attributes, pair(style), nil)
  }

  /// The pair of colours of a background and the text that reads on it; 0 without colours.
  private mutating func pair(_ style: Style) -> Int16 {
    guard let background = style.background else { return 0 }
    if let known = pairs[background] { return known }
    guard let shown = style.shown(depth) else { return 0 }
    let (black, white) =
      depth == .sixteen ? (0, 7) : (TerminalPalette.black, TerminalPalette.white)
    let number = Int16(pairs.count + 1)
    init_pair(number, Int16(shown.hasBlackText ? black : white), Int16(shown.number))
    pairs[background] = number
    return number
  }
}
