internal import CDesktop

/// Carries a Swift value through C's `user_data`; the C side owns it until `releaseBox`.
final class Box<Value> {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// A pointer that keeps the box alive until `releaseBox` is called with it.
  func retained() -> gpointer {
    Unmanaged.passRetained(self).toOpaque()
  }

  /// The value in a box that C handed back.
  static func value(in pointer: gpointer?) -> Value? {
    guard let pointer else { return nil }
    return Unmanaged<Box<Value>>.fromOpaque(pointer).takeUnretainedValue().value
  }
}

/// Ends the life of a box; for `GDestroyNotify` parameters.
let releaseBox: @convention(c) (gpointer?) -> Void = { pointer in
  guard let pointer else { return }
  Unmanaged<AnyObject>.fromOpaque(pointer).release()
}

/// Ends the life of a box; for `GClosureNotify` parameters.
let releaseBoxOfClosure: @convention(c) (gpointer?, UnsafeMutablePointer<GClosure>?) -> Void = {
  pointer, _ in
  releaseBox(pointer)
}

/// A closure that runs on the main thread.
typealias MainClosure = @MainActor () -> Void

/// Runs the closure in a box; the whole of what most C callbacks do.
func runBox(_ pointer: gpointer?) {
  nonisolated(unsafe) let pointer = pointer
  MainActor.assumeIsolated {
    Box<MainClosure>.value(in: pointer)?()
  }
}
