internal import CDesktop
public import HaruSystem

/// A method call that waits for its answer.
@MainActor
public final class BusCall {
  /// The name of the method.
  public let method: String
  /// The arguments.
  public let arguments: [Variant]
  /// The unique name of the caller.
  public let sender: String
  private let invocation: OpaquePointer

  fileprivate init(_ invocation: OpaquePointer) {
    self.invocation = invocation
    method = String(cString: g_dbus_method_invocation_get_method_name(invocation))
    sender = g_dbus_method_invocation_get_sender(invocation).map { String(cString: $0) } ?? ""
    arguments =
      g_dbus_method_invocation_get_parameters(invocation).map { Variant($0).children } ?? []
  }

  /// Sends the answer.
  public func reply(_ values: [Variant] = []) {
    Variant.tuple(values).lend { g_dbus_method_invocation_return_value(invocation, $0) }
  }

  /// Sends an error as the answer, with its D-Bus name.
  public func fail(_ name: String, _ message: String) {
    g_dbus_method_invocation_return_dbus_error(invocation, name, message)
  }
}

/// An object on the bus with one interface.
@MainActor
public final class BusObject {
  private let bus: Bus
  private let path: String
  private let interface: String

  /// Puts an object on the bus.
  ///
  /// - Parameters:
  ///   - bus: The bus.
  ///   - path: The path of the object.
  ///   - xml: The introspection data of the interface.
  ///   - call: Answers each call, now or later, exactly once.
  ///   - property: Reads a property.
  /// - Throws: `GLibError` if the XML is invalid or the path is taken.
  public init(
    on bus: Bus, path: String, xml: String, call: @escaping @MainActor (BusCall) -> Void,
    property: @escaping @MainActor (String) -> Variant? = { _ in nil }
  ) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    guard let node = g_dbus_node_info_new_for_xml(xml, &error) else {
      throw GLibError(fromBus: error)
    }
    defer { g_dbus_node_info_unref(node) }
    guard let info = node.pointee.interfaces?.pointee, let name = info.pointee.name else {
      throw GLibError("the introspection data has no interface")
    }
    self.bus = bus
    self.path = path
    interface = String(cString: name)

    var table = GDBusInterfaceVTable()
    table.method_call = { _, _, _, _, _, _, invocation, data in
      guard let invocation else { return }
      nonisolated(unsafe) let data = data
      nonisolated(unsafe) let received = invocation
      MainActor.assumeIsolated { Box<Handlers>.value(in: data)?.call(BusCall(received)) }
    }
    table.get_property = { _, _, _, _, property, error, data in
      guard let property else { return nil }
      nonisolated(unsafe) let data = data
      let name = String(cString: property)
      nonisolated(unsafe) var value: OpaquePointer?
      MainActor.assumeIsolated {
        guard let variant = Box<Handlers>.value(in: data)?.property(name) else { return }
        value = variant.lend { g_variant_ref($0) }
      }
      if value == nil, error != nil {
        let failed = Int32(G_DBUS_ERROR_FAILED.rawValue)
        g_set_error_literal(error, g_dbus_error_quark(), failed, "not known: \(name)")
      }
      return value
    }
    let handlers = Box(Handlers(call: call, property: property)).retained()
    guard
      g_dbus_connection_register_object(
        bus.connection, path, info, &table, handlers, releaseBox, &error) != 0
    else {
      releaseBox(handlers)
      throw GLibError(fromBus: error)
    }
  }

  /// Emits `PropertiesChanged` with the new values.
  public func announce(changed properties: [String: Variant]) {
    bus.emit(
      path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
      [.string(interface), .dictionary(properties), .strings([])])
  }

  /// Emits a signal of the interface, to every connection or to one.
  public func emit(_ member: String, _ arguments: [Variant], to: String? = nil) {
    bus.emit(path: path, interface: interface, member: member, arguments, to: to)
  }

  private struct Handlers {
    let call: @MainActor (BusCall) -> Void
    let property: @MainActor (String) -> Variant?
  }
}
