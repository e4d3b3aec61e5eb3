internal import HaruCore

/// Has `haru-fetch` reload, which writes what it hears into the store itself.
@MainActor
final class LiveReloader: Reloader {
  /// Enough for a long list on a slow line; what is left then is still due.
  private static let limitMilliseconds = 900_000
  /// The exit status that says that some have to wait: the network is away, or GitHub asks to.
  private static let tryAgain: Int32 = 75

  private let program: HelperProgram

  /// - Parameter program: The path of `haru-fetch`, whether it is there or not.
  init(_ program: String) {
    self.program = HelperProgram(
      path: program, limitMilliseconds: LiveReloader.limitMilliseconds,
      fineStatuses: [0, LiveReloader.tryAgain])
  }

  var isInstalled: Bool { program.isInstalled }

  func reload(_ request: ReloadRequest, onEnd: @escaping @MainActor (String?) -> Void) {
    program.start(FetchCommand.reload(request).arguments, onEnd: onEnd)
  }
}
