import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruTerminal
import HaruText

/// The month on a terminal, changed by keys and the mouse.
///
/// Its one loop sleeps until there is a key, a signal, another day, or a change of the store by any process.
@MainActor
final class Editor {
  private let program: CommandLineProgram
  private var model: EditModel
  private var screen: CursesScreen
  private var input = TerminalInput()
  /// What an ESC waits for that may be a key by itself.
  private var pause: Wait?
  private var alarm: WallClockAlarm?
  private var watch: FileWatch?
  /// What was typed while a change is being made; it waits, because its meaning depends on the change.
  private var waiting: ArraySlice<EditEvent> = []
  /// How much of it was typed before the user could read that a change has failed.
  private var unread = 0
  private var isChanging = false
  /// Whether it was asked to end; a change that has begun is finished first.
  private var isEnding = false
  /// Whether nobody can read any more why a change failed.
  private var isAbandoned = false
  /// Why the last change failed, where nobody could read it.
  private var loss: String?

  init(
    _ days: EditedDays, on day: Day, screen: CursesScreen, program: CommandLineProgram
  ) {
    (model, self.screen) = (EditModel(days, on: day), screen)
    self.program = program
  }

  /// Runs until the user, a signal or the end of the terminal ends it.
  ///
  /// - Returns: Why the last change was not made, if the user could not read it; `nil` if nothing is lost.
  /// - Throws: Why the clock cannot be waited for.
  func run() throws(GLibError) -> String? {
    defer { screen.close() }
    alarm = try WallClockAlarm { [self] in readDays() }
    watch = FileWatch({ DayReader.files }) { [self] _ in
      LocalZone.reload()
      readDays()
    }
    MainLoop.onTermination { [self] in abandon() }
    MainLoop.onHangUp(of: STDIN_FILENO) { [self] in abandon() }
    MainLoop.onResize { [self] in handle(screen.resize()) }
    MainLoop.onReadable(STDIN_FILENO) { [self] in readInput() }
    handle(screen.resize())
    readDays()
    MainLoop.run()
    return loss
  }

  private func readDays() {
    do throws(DayReader.Problem) {
      let reading = try DayReader.read()
      alarm?.set(reading.ends.seconds)
      handle(.days(reading.days))
    } catch {
      if error.isBusy { MainLoop.after(milliseconds: 1000) { [self] in readDays() } }
      handle(.unreadable(error.message))
    }
  }

  // MARK: Input

  /// Reads what there is, and nothing more; `false` at the end of the terminal.
  private func readInput() -> Bool {
    guard let bytes = screen.read() else { return false }
    let now = Int(LocalClock.uptimeMilliseconds)
    handle(input.read(bytes, at: now))
    pause?.cancel()
    pause = input.deadline.map { deadline in
      MainLoop.after(milliseconds: deadline - now) { [self] in handle(input.pause(until: deadline))
      }
    }
    return true
  }

  /// Handles keys and clicks, and draws once for all of them.
  private func handle(_ events: [EditEvent]) {
    guard !events.isEmpty else { return }
    waiting += events
    handleWaiting()
  }

  private func handleWaiting() {
    while !isChanging, !isEnding, let event = waiting.popFirst() {
      let isUnread = unread > 0
      unread -= isUnread ? 1 : 0
      switch model.handle(event) {
      case nil: break
      case .quit where isUnread: break
      case .quit: end()
      case .run(let words): run(words)
      }
    }
    paint()
  }

  private func handle(_ event: EditEvent) {
    _ = model.handle(event)
    paint()
  }

  private func paint() {
    let (lines, cursor) = model.screen
    screen.paint(lines, cursor: cursor, showingCursor: model.isTypingNote)
    screen.show(title: model.title)
  }

  // MARK: Changes

  private func run(_ words: [String]) {
    isChanging = true
    program.run(words) { [self] answer, isDone in
      isChanging = false
      if !isDone {
        if isAbandoned { loss = Self.loss(of: words, answer) } else { isEnding = false }
      }
      if isEnding { return MainLoop.quit() }
      readDays()
      _ = model.handle(isDone ? .done(answer) : .failed(answer))
      unread = isDone ? 0 : waiting.count
      handleWaiting()
    }
  }

  /// Why a change was not made, with the command that makes it.
  private static func loss(of words: [String], _ reason: String) -> String {
    let command = (["haru"] + words).map(shellQuoted).joined(separator: " ")
    return text("{reason}; not done: {command}", ["reason": reason, "command": command])
  }

  private func abandon() {
    isAbandoned = true
    end()
  }

  /// Ends as the user or a signal asks for it, or its window is closed: after the change that is being made, or
  /// after a note that is typed was saved.
  private func end() {
    if !isEnding, !isChanging, case .run(let words) = model.unsaved { run(words) }
    // Asked again, it ends at once; a change that has begun goes on by itself.
    if isEnding || !isChanging { MainLoop.quit() }
    isEnding = true
  }
}
