internal import CDesktop

/// Carries a Swift value through C's `user_data`; the C side owns it until `releaseBox`.
final class Box<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// A pointer that keeps the box alive until it is passed to `releaseBox`.
  func retained() -> gpointer {
    Unmanaged.passRetained(self).toOpaque()
  }

  /// The value in a box that C passed back.
  static func value(in pointer: gpointer?) -> Value? {
    guard let pointer else { return nil }
    return Unmanaged<Box<Value>>.fromOpaque(pointer).takeUnretainedValue().value
  }
}

/// Releases a box; for `GDestroyNotify` parameters.
let releaseBox: @convention(c) (gpointer?) -> Void = { pointer in
  guard let pointer else { return }
  Unmanaged<AnyObject>.fromOpaque(pointer).release()
}

/// Releases a box; for `GClosureNotify` parameters.
let releaseBoxOfClosure: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = {
  pointer, _ in
  releaseBox(pointer)
}

/// A closure that runs on the main thread.
typealias MainClosure = @MainActor () -> Void

/// Runs the closure in a box, as most C callbacks do.
func runBox(_ pointer: gpointer?) {
  nonisolated(unsafe) let pointer = pointer
  MainActor.assumeIsolated {
    Box<MainClosure>.value(in: pointer)?()
  }
}
