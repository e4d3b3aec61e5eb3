internal import HaruCore
internal import HaruDesktop

/// Has `haru-draw` draw, in one start for all that is asked for.
@MainActor
final class LiveDrawer: Drawer {
  private static let limitMilliseconds = 10_000

  private let program: HelperProgram

  /// - Parameter program: The path of `haru-draw`, whether it is there or not.
  init(_ program: String) {
    self.program = HelperProgram(
      path: program, limitMilliseconds: LiveDrawer.limitMilliseconds)
  }

  var isInstalled: Bool { program.isInstalled }

  func draw(
    _ cards: [(card: Card, file: String)], onEnd: @escaping @MainActor (String?) -> Void
  ) {
    let requests = cards.map { CardRequest($0.card, as: .png, to: $0.file).words }
    program.start(Array(requests.joined(separator: ["--"])), onEnd: onEnd)
  }

  func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void) {
    MainLoop.after(milliseconds: milliseconds, body)
  }
}
