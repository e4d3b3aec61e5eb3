internal import HaruDesktop
internal import HaruSystem

/// A program that does one thing for the agent, as a child process beside its loop.
@MainActor
protocol Helper {
  /// Whether it can be started.
  var isInstalled: Bool { get }
  /// Starts it; `onEnd` runs in a later turn of the loop with the reason why it failed, or `nil`.
  func start(_ arguments: [String], onEnd: @escaping @MainActor (String?) -> Void)
}

/// A helper that is a program of Haru's own (docs/design.md#helper-processes).
struct HelperProgram: Helper {
  let path: String
  /// After how many milliseconds it is killed.
  let limitMilliseconds: Int
  /// Variables of the environment that it does not get.
  var withheld: [String] = []
  /// The exit statuses with which it has done what it could.
  var fineStatuses: Set<Int32> = [0]

  var isInstalled: Bool { ProgramFile.canRun(path) }

  func start(_ arguments: [String], onEnd: @escaping @MainActor (String?) -> Void) {
    do {
      try ChildProcess.start([path] + arguments, withholding: withheld, limit: limitMilliseconds) {
        status in
        onEnd(fineStatuses.contains(status) ? nil : "\(path): status \(status)")
      }
    } catch {
      MainLoop.later { onEnd("\(error)") }
    }
  }
}
