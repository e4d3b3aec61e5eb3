/// A display of X without a monitor, until it is released.
package final class VirtualDisplay {
  /// Its name, for `DISPLAY`.
  package let name: String
  private let server: Child

  /// Starts one of so many pixels, and waits until it listens.
  package init(_ size: String = "800x600") throws {
    server = try Child(
      "Xvfb", ["-displayfd", "1", "-screen", "0", size + "x24", "-nolisten", "tcp"])
    name = ":" + (try server.line(within: .seconds(20)))
  }

  deinit { _ = try? server.terminate() }
}
