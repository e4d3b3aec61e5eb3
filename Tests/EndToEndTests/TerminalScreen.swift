import Foundation
import Support
import Testing

/// A screen without a window manager, on which a terminal opens a window at its corner.
final class TerminalScreen {
  /// A terminal, by the class of its windows.
  enum Terminal: String, CaseIterable {
    case xterm
    /// A window around VTE, the terminal of GNOME, XFCE, MATE and others.
    case lxterminal
  }

  private let display: VirtualDisplay
  private var measured: (width: Int, height: Int)?
  private let terminal: Terminal
  /// Variables of programs that draw on it.
  let variables: [String: String]

  private let (rows, columns): (Int, Int)

  init(_ terminal: Terminal = .xterm, rows: Int = 24, columns: Int = 80) throws {
    (self.terminal, self.rows, self.columns) = (terminal, rows, columns)
    display = try VirtualDisplay()
    variables = ["DISPLAY": display.name, "SHELL": "/bin/sh"]
  }

  /// The command line of the terminal in which a command runs; `home` gets its settings.
  func words(running command: [String], home: Scratch) throws -> [String] {
    switch terminal {
    case .xterm:
      return ["xterm", "-geometry", "\(columns)x\(rows)+0+0", "-b", "0", "-bw", "0", "+sb", "-e"]
        + command
    case .lxterminal:
      try home.write(
        "[general]\nfontname=DejaVu Sans Mono 10\nhidemenubar=true\nhidescrollbar=true\n",
        to: ".config/lxterminal/lxterminal.conf")
      let line = command.map(shellWord).joined(separator: " ")
      return ["lxterminal", "--no-remote", "--geometry=\(columns)x\(rows)", "-e", line]
    }
  }

  private func xdotool(_ words: String...) throws -> String {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    return try Child.run("xdotool", words, environment: environment).succeeded()
  }

  /// A cell of the terminal in pixels, once its window is there.
  private func cell() throws -> (width: Int, height: Int) {
    if let measured { return measured }
    let output = try xdotool(
      "search", "--sync", "--onlyvisible", "--class", "^\(terminal)$", "getwindowgeometry",
      "--shell")
    func value(_ name: String) -> Int {
      let line = output.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    let cell = (value("WIDTH") / columns, value("HEIGHT") / rows)
    measured = cell
    return cell
  }

  /// Clicks with a button at a row and a column of the terminal.
  func click(_ button: Int = 1, row: Int, column: Int) throws {
    let cell = try cell()
    let (x, y) = (column * cell.width + cell.width / 2, row * cell.height + cell.height / 2)
    _ = try xdotool("mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  /// Drags from one row and column to another with the first button.
  func drag(from: (row: Int, column: Int), to: (row: Int, column: Int)) throws {
    let cell = try cell()
    func place(_ at: (row: Int, column: Int)) -> (String, String) {
      ("\(at.column * cell.width + cell.width / 2)", "\(at.row * cell.height + cell.height / 2)")
    }
    let (from, to) = (place(from), place(to))
    _ = try xdotool(
      "mousemove", from.0, from.1, "mousedown", "1", "mousemove", to.0, to.1, "mouseup", "1")
  }

  /// The pixels of some columns of a row, a line each, which begins with its place; without its edges, because the
  /// window has one itself.
  func picture(row: Int, column: Int, columns: Int) throws -> String {
    let cell = try cell()
    let (width, height) = (cell.width * columns, cell.height - 4)
    let area = "\(width)x\(height)+\(cell.width * column)+\(cell.height * row + 2)"
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    return try Child.run(
      "import", ["-window", "root", "-crop", area, "+repage", "txt:-"], environment: environment
    ).succeeded()
  }

  /// Whether the first columns of a row are of one colour.
  func isBlank(row: Int, columns: Int) throws -> Bool {
    let pixels = try picture(row: row, column: 0, columns: columns).split(separator: "\n")
    return Set(pixels.dropFirst().compactMap { $0.split(separator: " ").dropFirst().first }).count
      == 1
  }

  /// Gives the window as many rows and columns.
  func resize(rows: Int, columns: Int) throws {
    let cell = try cell()
    _ = try xdotool(
      "search", "--onlyvisible", "--class", "^\(terminal)$", "windowsize",
      "\(cell.width * columns)", "\(cell.height * rows)")
  }

  /// Types a key into the terminal.
  func type(_ key: String) throws {
    _ = try cell()
    // A key goes where the pointer is.
    _ = try xdotool("mousemove", "100", "100", "key", key)
  }
}
