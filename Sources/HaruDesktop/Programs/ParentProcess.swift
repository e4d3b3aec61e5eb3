internal import CDesktop

/// The process that started this one.
@MainActor
public enum ParentProcess {
  /// Runs a closure once after the parent has ended; never on a system without pidfd_open(2).
  ///
  /// `PR_SET_PDEATHSIG` is sent when the *thread* that started this process ends.
  public static func onEnd(_ body: @escaping @MainActor () -> Void) {
    let descriptor = haru_open_process(getppid())
    guard descriptor >= 0 else { return }
    // The descriptor is never closed: a process waits for one parent only.
    MainLoop.onReadable(descriptor) {
      body()
      return false
    }
  }
}
