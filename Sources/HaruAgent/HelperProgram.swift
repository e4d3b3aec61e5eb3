internal import HaruDesktop

/// A program that only ours start, as the agent starts it: beside its loop, and with a limit.
@MainActor
struct HelperProgram {
  /// Its path, whether it is there or not.
  let path: String
  /// After how many milliseconds it is ended.
  let limitMilliseconds: Int
  /// The exit statuses with which it has done what it could.
  var fineStatuses: Set<Int32> = [0]

  var isInstalled: Bool { ProgramFile.canRun(path) }

  /// Starts it; tells in a later turn of the loop why it failed, or `nil` if it did not.
  func start(_ words: [String], onEnd: @escaping @MainActor (String?) -> Void) {
    do {
      try Subprocess.start([path] + words, limit: limitMilliseconds) { status in
        onEnd(fineStatuses.contains(status) ? nil : "\(path): status \(status)")
      }
    } catch {
      MainLoop.later { onEnd("\(error)") }
    }
  }
}
