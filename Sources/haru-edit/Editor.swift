import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruTerminal

/// The month on a terminal, changed by keys and the mouse.
///
/// Its one loop sleeps until there is a key, a signal, another day, or a change of the store by any process.
@MainActor
final class Editor {
  private let program: CommandLineProgram
  private var model: EditModel
  private var screen: CursesScreen
  private var alarm: WallClockAlarm?
  private var watch: FileWatch?
  /// What was typed while a change is being made; it waits, because its meaning depends on the change.
  private var waiting: [EditEvent] = []
  private var isChanging = false
  /// Whether a signal has asked it to end; a change that has begun is finished first.
  private var isEnding = false

  init(
    _ days: EditedDays, on day: Day, screen: CursesScreen, program: CommandLineProgram
  ) {
    (model, self.screen) = (EditModel(days, on: day), screen)
    self.program = program
  }

  /// Runs until the user, a signal or the end of the terminal ends it.
  func run() throws(GLibError) {
    defer { screen.close() }
    alarm = try WallClockAlarm { [self] in readDays() }
    watch = FileWatch({ DayReader.files }) { [self] _ in
      LocalZone.reload()
      readDays()
    }
    MainLoop.onTermination { [self] in end() }
    MainLoop.onHangUp(of: STDIN_FILENO) { [self] in end() }
    MainLoop.onResize { [self] in take(screen.resize()) }
    MainLoop.onReadable(STDIN_FILENO) { [self] in
      waiting += screen.events()
      takeWaiting()
      return true
    }
    take(screen.resize())
    readDays()
    MainLoop.run()
  }

  private func readDays() {
    do throws(DayReader.Problem) {
      let reading = try DayReader.read()
      alarm?.set(reading.ends.seconds)
      take(.days(reading.days))
    } catch {
      if error.isBusy { MainLoop.after(milliseconds: 1000) { [self] in readDays() } }
      take(.answer(error.message))
    }
  }

  /// Ends after the change that is being made, or at once when asked again.
  private func end() {
    if isEnding || !isChanging { MainLoop.quit() }
    isEnding = true
  }

  private func takeWaiting() {
    while !isChanging, !waiting.isEmpty { take(waiting.removeFirst()) }
  }

  private func take(_ event: EditEvent) {
    let effect = model.take(event)
    let (lines, cursor) = model.screen
    screen.paint(lines, cursor: cursor)
    switch effect {
    case nil: break
    case .quit: MainLoop.quit()
    case .run(let commands):
      isChanging = true
      run(commands[...])
    }
  }

  private func run(_ commands: ArraySlice<[String]>) {
    guard let words = commands.first else { return }
    program.run(words) { [self] answer, isDone in
      if isDone, commands.count > 1 { return run(commands.dropFirst()) }
      isChanging = false
      if isEnding { return MainLoop.quit() }
      readDays()
      take(.answer(answer))
      takeWaiting()
    }
  }
}
