import ArgumentParser
import Glibc
import HaruCommand
import HaruDesktop

/// Draws a card, and draws it anew whenever today may look different, until its parent process has ended.
///
/// Each card is drawn by a command of its own, which puts it in its place whole or not at all.
@MainActor
final class CardFollower {
  private let command: [String]
  private let isAsDesktop: Bool
  private var watch: TodayWatch?
  private var scheme: ColorScheme?
  private var isDrawing = false
  /// Whether something has changed since the last command started.
  private var isDue = false
  private var ending: Int32?

  private static let limit = 60_000

  /// Follows by a command that draws the card once, light or dark as the desktop is if `asDesktop`.
  init(_ command: [String], asDesktop: Bool) {
    (self.command, isAsDesktop) = (command, asDesktop)
  }

  /// Runs until its parent process has ended, or a signal ends it.
  func run() throws {
    let watch = TodayWatch { [self] in update() }
    self.watch = watch
    if isAsDesktop, let bus = try? Bus.session() {
      scheme = ColorScheme(on: bus) { watch.schedule() }
    }
    try watch.run()
    if let ending { throw ExitCode(ending) }
  }

  private func update() {
    // The command that draws prints why the settings cannot be read.
    if let context = try? CommandContext(warns: false) { watch?.follow(context) }
    isDue = true
    if !isDrawing { draw() }
  }

  private func draw() {
    isDue = false
    do {
      let command = scheme?.isDark == true ? command + ["--dark"] : command
      try ChildProcess.start(command, limit: CardFollower.limit) { [self] in drawn($0) }
      isDrawing = true
    } catch {
      complain("\(error)")
    }
  }

  /// Draws again after a change.
  ///
  /// A command that failed has printed its error; one with wrong arguments fails again,
  /// so that this one ends.
  private func drawn(_ status: Int32) {
    isDrawing = false
    if status == EX_USAGE {
      ending = status
      MainLoop.quit()
    } else if isDue {
      draw()
    }
  }
}
