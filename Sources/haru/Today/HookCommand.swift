import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// The command `haru hook`, by which agent and command line run a program of the user's own.
struct HookCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "hook",
      abstract: text("Run a program of your own from the directory hooks."), shouldDisplay: false)
  }

  @Argument(transform: reading(Hook.init(rawValue:), or: { $0 }))
  var hook: Hook

  func run() throws {
    try onMain {
      if let refusal = hook.refusal { throw Failure(.refused, refusal) }
      // It goes on when the terminal of the command that started it is closed.
      setsid()
      let context = try CommandContext()
      let status = JSONFormat().today(try context.timeline(), context, RunningAgent.agenda)
      let ended: Int32
      do {
        ended = try ChildProcess.run(
          [hook.path], withholding: TokenSource.variables,
          adding: [Hook.variable: Hook.chain + " " + hook.rawValue], isGroup: true,
          input: status + "\n",
          limit: Hook.limitMilliseconds)
      } catch {
        throw Failure(.unavailable, ErrorText.cannotRun(hook.path, "\(error)"))
      }
      if ended != 0 { throw ExitCode(ended) }
    }
  }

  /// Starts a hook, or says why not; this command does not wait for it.
  static func start(_ hook: Hook) {
    guard hook.isInstalled else { return }
    if let refusal = hook.refusal { return complain(refusal) }
    try? DetachedProcess.start([ProgramFile().path, "hook", hook.rawValue])
  }
}

extension Hook {
  /// Why it must not run, in a sentence; `nil` if it may.
  var refusal: String? {
    isRunning
      ? HookText.startsItself(rawValue) : openPath.map { HookText.isOpen(rawValue, $0) }
  }
}
