/// Runs a closure when nobody holds it any more, as an isolated `deinit` would from Swift 6.2 on.
@MainActor
public final class Cleanup {
  private let body: @MainActor () -> Void

  /// Keeps a closure to be run at the end, which comes on the thread of the loop.
  public init(_ body: @escaping @MainActor () -> Void) {
    self.body = body
  }

  deinit { MainActor.assumeIsolated(body) }
}
