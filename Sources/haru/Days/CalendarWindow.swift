import HaruCommand
import HaruDesktop
import HaruSystem
import HaruText

/// The calendar in a window with a terminal, where keys and the pointer change its days.
@MainActor
enum CalendarWindow {
  /// The program that shows it.
  static var editor: String { ProgramFile().helper("haru-edit") }

  /// Opens it; `false` where no terminal can, or the editor is missing.
  static func open() -> Bool {
    guard HelperState(of: editor) == .works else { return false }
    return TerminalProgram.all.contains { $0.run([ProgramFile().path, "calendar", "--edit"]) }
  }

  /// In what it will open.
  static var finding: Finding {
    switch HelperState(of: editor) {
    case .isMissing: Finding(.worthKnowing, DoctorText.noEditor(editor))
    case .lacksLibrary: Finding(.worthKnowing, DoctorText.noCurses(editor))
    case .works:
      TerminalProgram.all.first.map { Finding(.works, DoctorText.terminal($0.name)) }
        ?? Finding(.worthKnowing, DoctorText.noTerminal)
    }
  }
}
