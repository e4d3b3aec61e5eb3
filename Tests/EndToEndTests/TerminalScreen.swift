import Foundation
import Support
import Testing

/// A screen without a window manager, on which xterm opens a window of 24 rows and 80 columns at its corner.
struct TerminalScreen {
  private let server: Child
  /// Variables of programs that draw on it.
  let variables: [String: String]

  init() throws {
    server = try Child(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
    let number = try server.line(within: .seconds(20))
    variables = ["DISPLAY": ":" + number, "SHELL": "/bin/sh"]
  }

  private func xdotool(_ words: String...) throws -> String {
    let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let run = try Child.run("xdotool", words, environment: environment)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  /// A cell of the terminal in pixels, once its window is there.
  private func cell() throws -> (width: Int, height: Int) {
    let output = try xdotool(
      "search", "--sync", "--onlyvisible", "--class", "xterm", "getwindowgeometry", "--shell")
    func value(_ name: String) -> Int {
      let line = output.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    return (value("WIDTH") / 80, value("HEIGHT") / 24)
  }

  /// Clicks with a button at a row and a column of the terminal.
  func click(_ button: Int = 1, row: Int, column: Int) throws {
    let cell = try cell()
    let (x, y) = (column * cell.width + cell.width / 2, row * cell.height + cell.height / 2)
    _ = try xdotool("mousemove", "\(x)", "\(y)", "click", "\(button)")
  }

  /// Types a key into the terminal.
  func type(_ key: String) throws {
    _ = try cell()
    // A key goes where the pointer is.
    _ = try xdotool("mousemove", "100", "100", "key", key)
  }
}
