internal import HaruCore
internal import HaruDesktop
internal import HaruText

/// Has the command line open views and pages, in a process of its own (DESIGN §3).
@MainActor
final class CommandViewer: Viewer {
  /// The user may be asked with which application.
  private static let limitMilliseconds = 60_000

  private let program: ProgramFile
  private let haru: String

  /// - Parameter agent: Our own file; the command line lies beside it.
  init(agent: ProgramFile) {
    program = agent
    haru = agent.beside("haru")
  }

  var canOpen: Bool {
    ProgramFile.canRun(haru) && ProgramFile.canRun(program.helper("haru-draw"))
  }

  func open(_ view: View, onEnd: @escaping ViewAnswer) {
    run(["open", view.rawValue], onEnd)
  }

  func open(_ repository: RepositoryName, onEnd: @escaping ViewAnswer) {
    // A name may begin as an option does.
    run(["repo", "open", "--", repository.description], onEnd)
  }

  private func run(_ words: [String], _ onEnd: @escaping ViewAnswer) {
    do {
      try Subprocess.listen(
        to: [haru] + words, limit: CommandViewer.limitMilliseconds
      ) { status, said in
        onEnd(status == 0 ? nil : CommandViewer.reason(status, said))
      }
    } catch {
      MainLoop.later { onEnd("\(error)") }
    }
  }

  /// The last line that the command said, without its name in front.
  private static func reason(_ status: Int32, _ said: String) -> String {
    guard let line = said.split(separator: "\n").last else {
      // Ended by us, or by somebody else, before it could say anything.
      return status > 128 ? ViewText.tookTooLong : "status \(status)"
    }
    let name = "haru: "
    return String(line.hasPrefix(name) ? line.dropFirst(name.count) : line)
  }
}
