internal import CDesktop

/// The process that started this one.
@MainActor
public enum ParentProcess {
  /// Runs something once when it has ended; never, where the system cannot tell.
  ///
  /// Not by a signal at its death: that is sent when the *thread* ends that started us.
  public static func onEnd(_ body: @escaping @MainActor () -> Void) {
    let descriptor = haru_open_process(getppid())
    guard descriptor >= 0 else { return }
    // The descriptor stays open as long as we live: there is one parent to outlive.
    MainLoop.onReadable(descriptor) {
      body()
      return false
    }
  }
}
