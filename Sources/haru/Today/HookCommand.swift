import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// The command `haru hook`, by which agent and command line run a program of the user's own.
struct HookCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "hook",
      abstract: text("Run a program of your own from the directory hooks."), shouldDisplay: false)
  }

  @Argument(
    help: .of(text("The name of the hook."), valueName: "name"),
    transform: reading(Hook.init(rawValue:), or: Hook.isNone))
  var hook: Hook

  func runOnMain() throws {
    do {
      try finish()
    } catch let failure as Failure where StandardStream.error.leadsNowhere {
      // The command that started the hook has ended, so that nobody reads its terminal.
      SystemLog.warn(failure.message)
      throw ExitCode(failure.status.rawValue)
    }
  }

  /// Runs the hook to its end, or to its limit.
  @MainActor
  private func finish() throws {
    if let refusal = hook.refusal { throw Failure(.refused, refusal) }
    // It goes on when the terminal of the command that started it is closed.
    setsid()
    let context = try CommandContext()
    let status = StatusFormat.json.output(for: try context.todayReport(RunningAgent.agenda))
    let ended: Int32
    let begin = LocalClock.uptimeMilliseconds
    do {
      ended = try ChildProcess.run(
        [hook.path],
        withholding: GuestProgram.registered(beside: ProgramFile()).flatMap(\.secrets),
        adding: [Hook.variable: hook.chain], isGroup: true,
        input: status + "\n",
        limit: Hook.limitMilliseconds)
    } catch {
      throw Failure(.unavailable, ErrorText.cannotRun(hook.path, "\(error)"))
    }
    if ended == 128 + SIGKILL,
      LocalClock.uptimeMilliseconds - begin >= Hook.limitMilliseconds
    {
      throw Failure(
        .refused,
        text(
          "the hook {name} was ended after {count} s; start what takes longer with setsid",
          ["name": hook.rawValue, "count": String(Hook.limitMilliseconds / 1000)]))
    }
    if ended != 0 {
      throw Failure(
        .refused,
        text(
          "the hook {name} failed with status {status}",
          ["name": hook.rawValue, "status": String(ended)]))
    }
  }

  /// Starts a hook, or prints why it must not run; this command does not wait for it.
  static func start(_ hook: Hook) {
    guard hook.isInstalled else { return }
    if let refusal = hook.refusal { return complain(refusal) }
    try? DetachedProcess.start([ProgramFile().path, "hook", hook.rawValue])
  }
}

extension Hook {
  /// A name is none of a hook.
  static func isNone(_ name: String) -> String {
    text(
      "hook: {name} is no name of a hook; the names are {names}",
      [
        "name": SafeText.line(name), "names": allCases.map(\.rawValue).joined(separator: ", "),
      ])
  }

  /// Why it must not run, in a sentence; `nil` if it may.
  var refusal: String? {
    if isRunning { return text("the hook {name} is not started by itself", ["name": rawValue]) }
    switch WayToFile.weakness(to: path) {
    case nil where ProgramFile.canRun(path): return nil
    case nil:
      return text(
        "the hook {name} is not run: {path} is no executable file; to make it one: chmod u+x {path}",
        ["name": rawValue, "path": shellQuoted(path)])
    case .foreign(let path):
      return text(
        "the hook {name} is not run: {path} belongs to another user",
        ["name": rawValue, "path": path])
    case .open(let path):
      return text(
        "the hook {name} is not run: other users may write {path}; to take that from them: chmod go-w {path}",
        ["name": rawValue, "path": shellQuoted(path)])
    }
  }
}
