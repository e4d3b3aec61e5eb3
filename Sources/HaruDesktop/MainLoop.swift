internal import CDesktop
internal import Glibc

/// The one loop, on the main thread.
@MainActor
public enum MainLoop {
  /// Runs something in a later turn of the loop, in the order of the calls.
  public static func later(_ body: @escaping @MainActor () -> Void) {
    let box = Box<MainClosure>(body).retained()
    g_idle_add_full(
      G_PRIORITY_DEFAULT,
      { data in
        runBox(data)
        return 0
      }, box, releaseBox)
  }

  /// Runs something once, after a time on the monotonic clock; for waits of seconds, never of days.
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

  /// Runs something when the process is asked to end: by `SIGINT`, `SIGTERM` or `SIGHUP`.
  public static func onTermination(_ body: @escaping @MainActor () -> Void) {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      g_unix_signal_add_full(
        G_PRIORITY_DEFAULT, signal,
        { data in
          runBox(data)
          return 1
        }, Box<MainClosure>(body).retained(), releaseBox)
    }
  }

  /// Runs something whenever a file descriptor can be read or has come to its end.
  public static func onReadable(_ descriptor: Int32, _ body: @escaping @MainActor () -> Bool) {
    typealias Body = @MainActor () -> Bool
    g_unix_fd_add_full(
      G_PRIORITY_DEFAULT, descriptor, GIOCondition(G_IO_IN.rawValue | G_IO_HUP.rawValue),
      { _, _, data in
        nonisolated(unsafe) let data = data
        let goesOn = MainActor.assumeIsolated { Box<Body>.value(in: data)?() ?? false }
        return goesOn ? 1 : 0
      }, Box<Body>(body).retained(), releaseBox)
  }

  /// Runs something once when nobody is left to read what is written to a file descriptor: its pipe
  /// or socket has no other end any more, or its terminal is gone.
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

  /// Milliseconds on a clock that never jumps; for the distance between two clicks.
  public static var uptimeMilliseconds: Int64 {
    Int64(g_get_monotonic_time() / 1000)
  }

  private static let loop = g_main_loop_new(nil, 0)
}

/// Something that will run once, unless it is cancelled.
@MainActor
public final class Wait {
  fileprivate var id: guint = 0

  fileprivate func isOver() {
    id = 0
  }

  /// Takes it back; nothing happens if it has run.
  public func cancel() {
    guard id != 0 else { return }
    g_source_remove(id)
    id = 0
  }
}
