import CCurses
import Glibc
import HaruCore
import HaruTerminal

/// The terminal, as ncurses draws on it; what it says ncurses does not read.
@MainActor
struct CursesScreen {
  private let colors: Int
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
    let isPlain = ColorDepth.output == .none
    colors = isPlain ? 0 : Int(haru_colors())
  }

  /// Gives the terminal back as it was.
  func close() { haru_end_screen() }

  /// Takes the size that the terminal has now.
  func resize() -> EditEvent {
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_row > 0, window.ws_col > 0 {
      resizeterm(Int32(window.ws_row), Int32(window.ws_col))
    }
    return .size(rows: Int(haru_rows()), columns: Int(haru_columns()))
  }

  /// Reads what the terminal has said, once poll(2) has announced it; `nil` at its end.
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
    for (row, line) in lines.prefix(Int(haru_rows())).enumerated() {
      move(Int32(row), 0)
      // Of the line before, a piece that was too long has gone on here.
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
    let shown = isRich ? TerminalPalette.nearestOf256(to: background) : TerminalPalette.calm
    // The cube's black and white, because users change the first sixteen colours.
    let (black, white): (Int16, Int16) = isRich ? (16, 231) : (0, 7)
    let number = Int16(pairs.count + 1)
    init_pair(number, shown.color.text == .black ? black : white, Int16(shown.number))
    pairs[background] = number
    return number
  }
}
