internal import CDesktop
public import HaruSystem

/// An object on the bus with one interface.
@MainActor
public final class BusObject {
  private let bus: Bus
  private let path: String
  private let interface: String
  private let table: Table

  /// Puts an object on the bus, where it lives as long as the connection.
  ///
  /// - Parameters:
  ///   - object: Answers the calls.
  ///   - interface: Its interface.
  ///   - bus: The bus.
  ///   - path: The path of the object.
  ///   - onCall: Runs before each call is answered.
  /// - Throws: `GLibError` if the path is taken.
  public init<Object: AnyObject>(
    _ object: Object, _ interface: BusInterface<Object>, on bus: Bus, at path: String,
    onCall: @escaping @MainActor () -> Void = {}
  ) throws(GLibError) {
    (self.bus, self.path, self.interface) = (bus, path, interface.name)
    table = Table(object, interface, onCall)
    var error: UnsafeMutablePointer<GError>?
    guard let node = g_dbus_node_info_new_for_xml(interface.xml, &error) else {
      throw GLibError(fromBus: error)
    }
    defer { g_dbus_node_info_unref(node) }
    var functions = GDBusInterfaceVTable()
    functions.method_call = answerCall
    functions.get_property = readProperty
    // Where that fails, GLib 2.84 would release what earlier versions do not: so no version does.
    let table = Box(table).retained()
    guard
      g_dbus_connection_register_object(
        bus.connection, path, node.pointee.interfaces?.pointee, &functions, table, nil, &error) != 0
    else {
      releaseBox(table)
      throw GLibError(fromBus: error)
    }
  }

  /// Changes the object, and announces the properties that differ then (`PropertiesChanged`).
  public func announce(_ change: () -> Void) {
    let before = table.values
    change()
    let changed = table.values.filter { before[$0.key]?.printed != $0.value.printed }
    bus.emit(
      path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
      [.string(interface), .dictionary(changed), .strings([])])
  }

  /// Emits a signal of the interface, to every connection or to one.
  public func emit(_ member: String, _ arguments: [Variant], to: String? = nil) {
    bus.emit(path: path, interface: interface, member: member, arguments, to: to)
  }
}

/// The rows of an interface with the object that they are about.
@MainActor
private struct Table {
  let answer: @MainActor (BusCall) -> Void
  let properties: [String: @MainActor () -> Variant?]

  init<Object: AnyObject>(
    _ object: Object, _ interface: BusInterface<Object>, _ onCall: @escaping @MainActor () -> Void
  ) {
    answer = { call in
      onCall()
      // GDBus itself answers calls of methods that have no row.
      interface.methods.first { $0.name == call.method }?.answer(object)(call)
    }
    var properties: [String: @MainActor () -> Variant?] = [:]
    for row in interface.properties { properties[row.name] = { row.value(object) } }
    self.properties = properties
  }

  /// The properties that are known now.
  var values: [String: Variant] { properties.compactMapValues { $0() } }
}

private func answerCall(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _: OpaquePointer?,
  _ invocation: OpaquePointer?, _ data: gpointer?
) {
  guard let invocation, let table = Box<Table>.value(in: data) else { return }
  let received = OnLoop(value: invocation)
  MainActor.assumeIsolated { table.answer(BusCall(received.value)) }
}

private func readProperty(
  _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?, _ property: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?, _ data: gpointer?
) -> OpaquePointer? {
  guard let property, let table = Box<Table>.value(in: data) else { return nil }
  let name = String(cString: property)
  nonisolated(unsafe) var value: OpaquePointer?
  MainActor.assumeIsolated {
    value = table.properties[name]?()?.withPointer { g_variant_ref($0) }
  }
  if value == nil, error != nil {
    let failed = Int32(G_DBUS_ERROR_FAILED.rawValue)
    g_set_error_literal(error, g_dbus_error_quark(), failed, "not known: \(name)")
  }
  return value
}
