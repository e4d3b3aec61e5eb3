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
    guard case .works = HelperState(of: editor) else { return false }
    return TerminalProgram.all.contains { $0.run([ProgramFile().path, "calendar", "--edit"]) }
  }

  /// In what it will open.
  static var finding: Finding {
    switch HelperState(of: editor) {
    case .isMissing:
      Finding(
        .worthKnowing,
        text(
          "calendar: opened as a picture, because haru-edit is not installed: {path}",
          ["path": editor]))
    case .lacksLibrary:
      Finding(
        .worthKnowing,
        text(
          "calendar: opened as a picture, because haru-edit does not start without ncurses: {path}",
          ["path": editor]))
    case .fails(let reason): Finding(.broken, ErrorText.cannotRun(editor, reason))
    case .works:
      TerminalProgram.all.first.map {
        Finding(.works, text("calendar: opened in {program}", ["program": $0.name]))
      }
        ?? Finding(
          .worthKnowing,
          text(
            "calendar: opened as a picture; install a terminal, such as gnome-terminal or konsole"))
    }
  }
}
