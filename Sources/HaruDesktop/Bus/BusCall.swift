internal import CDesktop
internal import HaruSystem

/// A method call that waits for its answer.
///
/// The bus has compared its arguments with the row of the method, so that each has the type that is
/// written there.
@MainActor
public final class BusCall {
  /// The name of the method.
  public let method: String
  /// The arguments.
  public let arguments: [Variant]
  /// The unique name of the caller.
  public let sender: String
  private let invocation: OpaquePointer

  init(_ invocation: OpaquePointer) {
    self.invocation = invocation
    method = String(cString: g_dbus_method_invocation_get_method_name(invocation))
    sender = g_dbus_method_invocation_get_sender(invocation).map { String(cString: $0) } ?? ""
    arguments =
      g_dbus_method_invocation_get_parameters(invocation).map { Variant($0).children } ?? []
  }

  /// An argument of the type `s`.
  public func string(_ place: Int) -> String { arguments[place].string ?? "" }

  /// An argument of the type `b`.
  public func bool(_ place: Int) -> Bool { arguments[place].bool ?? false }

  /// An argument of an integer type.
  public func integer(_ place: Int) -> Int64 { arguments[place].integer ?? 0 }

  /// An argument of the type `as`.
  public func strings(_ place: Int) -> [String] { arguments[place].texts }

  /// Sends the answer.
  public func reply(_ values: [Variant] = []) {
    Variant.tuple(values).withPointer { g_dbus_method_invocation_return_value(invocation, $0) }
  }

  /// Sends an error as the answer, with its D-Bus name.
  public func fail(_ name: String, _ message: String) {
    g_dbus_method_invocation_return_dbus_error(invocation, name, message)
  }
}

extension GLibError {
  /// Converts a C error that may have come over the bus, and frees it.
  init(fromBus error: UnsafeMutablePointer<GError>?) {
    guard let error, let name = g_dbus_error_get_remote_error(error) else {
      self.init(taking: error)
      return
    }
    defer {
      g_free(name)
      g_error_free(error)
    }
    g_dbus_error_strip_remote_error(error)
    self.init(String(cString: error.pointee.message), busName: String(cString: name))
  }
}
