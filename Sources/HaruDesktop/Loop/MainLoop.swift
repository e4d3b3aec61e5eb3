internal import CDesktop
internal import Glibc

/// The main loop, on the main thread (docs/desktop.md#main-loop-and-swift).
@MainActor
public enum MainLoop {
  /// Runs a closure in a later turn of the loop, in the order of the calls.
  public static func later(_ body: @escaping @MainActor () -> Void) {
    let box = Box<MainClosure>(body).retained()
    g_idle_add_full(
      G_PRIORITY_DEFAULT,
      { data in
        runBox(data)
        return 0
      }, box, releaseBox)
  }

  /// Runs a closure once after a time on the monotonic clock; for seconds, never for days.
  @discardableResult
  public static func after(
    milliseconds: Int, _ body: @escaping @MainActor () -> Void
  ) -> Wait {
    let wait = Wait()
    let box = Box<MainClosure> {
      wait.isOver()
      body()
    }.retained()
    wait.id = g_timeout_add_full(
      G_PRIORITY_DEFAULT, guint(max(0, milliseconds)),
      { data in
        runBox(data)
        return 0
      }, box, releaseBox)
    return wait
  }

  /// Runs a closure when `SIGINT`, `SIGTERM` or `SIGHUP` asks the process to end.
  public static func onTermination(_ body: @escaping @MainActor () -> Void) {
    for signal in [SIGINT, SIGTERM, SIGHUP] { on(signal, body) }
  }

  /// Runs a closure whenever the size of the terminal has changed.
  public static func onResize(_ body: @escaping @MainActor () -> Void) {
    on(SIGWINCH, body)
  }

  private static func on(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, signal,
      { data in
        runBox(data)
        return 1
      }, Box<MainClosure>(body).retained(), releaseBox)
  }

  /// Runs a closure whenever a file descriptor can be read or is at its end.
  public static func onReadable(_ descriptor: Int32, _ body: @escaping @MainActor () -> Bool) {
    typealias Body = @MainActor () -> Bool
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { _, _, data in
        guard let body = Box<Body>.value(in: data) else { return 0 }
        return MainActor.assumeIsolated(body) ? 1 : 0
      }, Box<Body>(body).retained(), releaseBox)
  }

  /// Runs a closure once when the other end of a file descriptor is closed: no process reads its pipe
  /// or socket, or its terminal is gone.
  public static func onHangUp(of descriptor: Int32, _ body: @escaping @MainActor () -> Void) {
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, GIOCondition(G_IO_ERR.rawValue | G_IO_HUP.rawValue),
      { _, _, data in
        runBox(data)
        return 0
      }, Box<MainClosure>(body).retained(), releaseBox)
  }

  /// Runs the loop until `quit`.
  public static func run() {
    g_main_loop_run(loop)
  }

  /// Ends `run`.
  public static func quit() {
    g_main_loop_quit(loop)
  }

  private static let loop = g_main_loop_new(nil, 0)
}

/// A closure that will run once, unless it is cancelled.
@MainActor
public final class Wait {
  fileprivate var id: guint = 0

  fileprivate func isOver() {
    id = 0
  }

  /// Cancels it; nothing happens if it has run.
  public func cancel() {
    guard id != 0 else { return }
    g_source_remove(id)
    id = 0
  }
}
