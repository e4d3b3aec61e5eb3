internal import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// Opens views by the command line, in a child process (docs/design.md#helper-processes).
@MainActor
final class CommandViewer: Viewer {
  /// The desktop may ask the user which application to use.
  private static let limitMilliseconds = 60_000

  private let program: ProgramFile
  private let haru: String

  /// - Parameter agent: The agent's own file; the command line is beside it.
  init(agent: ProgramFile) {
    program = agent
    haru = agent.beside("haru")
  }

  var canOpen: Bool {
    ProgramFile.canRun(haru) && ProgramFile.canRun(program.helper("haru-draw"))
  }

  func open(_ view: View, onEnd: @escaping ViewAnswer) {
    let limit = CommandViewer.limitMilliseconds
    var command = [haru, "open", view.rawValue]
    // In the agent's unit an application would have the agent's restrictions, and end with it. There
    // the limit comes later, so that it is systemd-run that is killed, as `haru` would be.
    if ProgramFile.isSystemds { command = OwnUnit.starting(command, limit: limit + 1000) }
    do {
      try ChildProcess.listen(to: command, limit: limit) { status, output in
        onEnd(status == 0 ? nil : CommandViewer.reason(status, output))
      }
    } catch {
      MainLoop.later { onEnd("\(error)") }
    }
  }

  /// The last line of the command's output, without its name in front.
  private static func reason(_ status: Int32, _ output: String) -> String {
    guard let line = output.split(separator: "\n").last else {
      // A signal ended it before it could print a reason.
      return status > 128 ? text("time-out") : "status \(status)"
    }
    let name = "haru: "
    return String(line.hasPrefix(name) ? line.dropFirst(name.count) : line)
  }
}

/// Opens views of today for the user.
@MainActor
protocol Viewer: AnyObject {
  /// Whether views can be drawn.
  var canOpen: Bool { get }
  /// Opens a view in another process; `onEnd` runs in a later turn of the loop.
  func open(_ view: View, onEnd: @escaping ViewAnswer)
}

/// Receives the result of opening a view: `nil`, or in a sentence why it is not open.
typealias ViewAnswer = @MainActor @Sendable (_ failure: String?) -> Void
