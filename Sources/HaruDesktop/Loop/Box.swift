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

/// What a callback of the loop received, for its closure on the same thread.
///
/// Swift 6.0 takes no `nonisolated(unsafe)` for it.
struct OnLoop<Value>: @unchecked Sendable {
  let value: Value
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

/// A closure that receives a value on the main thread.
typealias MainHandler<Value> = @MainActor (Value) -> Void

/// Runs the closure in a box, as most C callbacks do.
func runBox(_ pointer: gpointer?) {
  guard let body = Box<MainClosure>.value(in: pointer) else { return }
  MainActor.assumeIsolated(body)
}

/// Passes a value to the handler in a box, which must be a `MainHandler` of exactly this type.
func runBox<Value>(_ pointer: gpointer?, with value: Value) {
  guard let handler = Box<MainHandler<Value>>.value(in: pointer) else { return }
  let received = OnLoop(value: value)
  MainActor.assumeIsolated { handler(received.value) }
}

/// Connects a boxed closure to a signal of an object; the signal owns the box.
func connect(
  _ object: gpointer, _ signal: String, _ callback: GCallback?, _ box: gpointer
) {
  g_signal_connect_data(
    object, signal, callback, box, releaseBoxOfClosure, GConnectFlags(rawValue: 0))
}

/// The texts of a list that ends with NULL; the list is freed.
func strings(taking list: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?) -> [String] {
  guard let list else { return [] }
  defer { g_strfreev(list) }
  return sequence(first: list) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
    .compactMap { $0.map { String(cString: $0) } }
}
