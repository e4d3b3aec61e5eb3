internal import CDesktop
public import HaruSystem

/// A connection to the session bus or to the system bus.
@MainActor
public final class Bus {
  let connection: OpaquePointer
  private let cleanup: Cleanup

  private init(_ connection: OpaquePointer) {
    self.connection = connection
    cleanup = Cleanup { g_object_unref(UnsafeMutableRawPointer(connection)) }
  }

  /// The session bus, shared by the whole process; never starts one (docs/desktop.md#no-bus).
  ///
  /// - Throws: `GLibError` if there is no bus, or it does not answer.
  public static func session() throws(GLibError) -> Bus {
    guard hasAddress else {
      throw GLibError("DBUS_SESSION_BUS_ADDRESS is not set, and $XDG_RUNTIME_DIR/bus is missing")
    }
    var error: UnsafeMutablePointer<GError>?
    guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
      throw GLibError(fromBus: error)
    }
    // GLib would end the process with SIGTERM, which looks like a clean stop
    // (docs/desktop.md#bus-loss).
    g_dbus_connection_set_exit_on_close(connection, 0)
    return Bus(connection)
  }

  /// Connects to the system bus without waiting for it; the closure receives it in a later turn of the
  /// loop, or why there is none.
  public static func system(_ body: @escaping @MainActor (Result<Bus, GLibError>) -> Void) {
    g_bus_get(
      G_BUS_TYPE_SYSTEM, nil,
      { _, task, data in
        var error: UnsafeMutablePointer<GError>?
        nonisolated(unsafe) let connection = g_bus_get_finish(task, &error)
        let failure = connection == nil ? GLibError(fromBus: error) : nil
        let result: Result<Bus, GLibError> = MainActor.assumeIsolated {
          guard let connection else { return .failure(failure ?? GLibError("no system bus")) }
          g_dbus_connection_set_exit_on_close(connection, 0)
          return .success(Bus(connection))
        }
        runBox(data, with: result)
        releaseBox(data)
      }, Box<MainHandler<Result<Bus, GLibError>>>(body).retained())
  }

  /// Tells this bus from every other, also from an earlier one at the same address.
  public var identity: String {
    g_dbus_connection_get_guid(connection).map { String(cString: $0) } ?? ""
  }

  /// Whether there is an address, so that GLib does not start a bus.
  public static var hasAddress: Bool {
    if let address = getenv("DBUS_SESSION_BUS_ADDRESS").map({ String(cString: $0) }) {
      return !address.isEmpty && !address.hasPrefix("autolaunch:")
    }
    guard let directory = getenv("XDG_RUNTIME_DIR") else { return false }
    return access(String(cString: directory) + "/bus", F_OK) == 0
  }

  /// Runs a closure when the bus is gone.
  public func onClose(_ body: @escaping @MainActor () -> Void) {
    let callback: @convention(c) (gpointer?, gboolean, gpointer?, gpointer?) -> Void = {
      _, _, _, data in runBox(data)
    }
    connect(
      UnsafeMutableRawPointer(connection), "closed", unsafeBitCast(callback, to: GCallback.self),
      Box<MainClosure>(body).retained())
  }

  /// The target of a call.
  public struct Method {
    /// The bus name.
    public var destination: String
    /// The path of the object.
    public var path: String
    /// The interface.
    public var interface: String
    /// The name of the method.
    public var member: String

    /// Makes a target.
    public init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
      (self.destination, self.path, self.interface, self.member) =
        (destination, path, interface, member)
    }

    /// A method of the bus itself.
    public static func ofBus(_ member: String) -> Method {
      Method("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member)
    }
  }

  /// Calls a method without starting a service, and reports the reply in a later turn of the loop.
  public func call(
    _ method: Method, _ arguments: [Variant] = [], timeoutMilliseconds: Int32 = 5000,
    reply: @escaping @MainActor (Result<Variant, GLibError>) -> Void = { _ in }
  ) {
    call(
      method, arguments, G_DBUS_CALL_FLAGS_NO_AUTO_START, with: nil,
      timeoutMilliseconds: timeoutMilliseconds, reply: reply)
  }

  /// Calls a method with file descriptors, and reports the reply in a later turn of the loop.
  func call(
    _ method: Method, _ arguments: [Variant], _ flags: GDBusCallFlags,
    with descriptors: UnsafeMutablePointer<GUnixFDList>?, timeoutMilliseconds: Int32,
    reply: @escaping @MainActor (Result<Variant, GLibError>) -> Void
  ) {
    Variant.tuple(arguments).withPointer { arguments in
      g_dbus_connection_call_with_unix_fd_list(
        connection, method.destination, method.path, method.interface, method.member, arguments,
        nil, flags, timeoutMilliseconds, descriptors, nil,
        { source, task, data in
          runBox(data, with: finishedCall(source, task))
          releaseBox(data)
        }, Box<MainHandler<Result<Variant, GLibError>>>(reply).retained())
    }
  }

  /// Calls a method and waits for the reply; for programs that end soon.
  ///
  /// - Parameters:
  ///   - method: The target.
  ///   - arguments: The arguments.
  ///   - mayStart: Whether the bus may start the service.
  ///   - timeoutMilliseconds: The time limit of the reply in milliseconds.
  /// - Returns: The reply, a tuple.
  /// - Throws: `GLibError` if the call fails.
  public func callAndWait(
    _ method: Method, _ arguments: [Variant] = [], mayStart: Bool = false,
    timeoutMilliseconds: Int32 = 2000
  ) throws(GLibError) -> Variant {
    var error: UnsafeMutablePointer<GError>?
    let flags = mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
    let reply = Variant.tuple(arguments).withPointer {
      g_dbus_connection_call_sync(
        connection, method.destination, method.path, method.interface, method.member, $0, nil,
        flags, timeoutMilliseconds, nil, &error)
    }
    guard let reply else { throw GLibError(fromBus: error) }
    return Variant(taking: reply)
  }

  /// Whether a name has an owner; `false` also if the bus does not answer.
  public func isOwned(_ name: String) -> Bool {
    let reply = try? callAndWait(.ofBus("NameHasOwner"), [.string(name)])
    return reply?.children.first?.bool ?? false
  }

  /// Whether the bus can start the owner of a name; `false` also if it does not answer.
  public func canStart(_ name: String) -> Bool {
    let names = try? callAndWait(.ofBus("ListActivatableNames"))
    return names?.children.first?.children.contains { $0.string == name } ?? false
  }

  /// Requests a name without queueing; `false` if it is taken.
  ///
  /// - Throws: `GLibError` if the bus does not answer.
  public func own(_ name: String) throws(GLibError) -> Bool {
    let doNotQueue: UInt32 = 4
    let reply = try callAndWait(.ofBus("RequestName"), [.string(name), .uint32(doNotQueue)])
    let primaryOwner: Int64 = 1
    return reply.children.first?.integer == primaryOwner
  }

  /// Reports the owner of a name now and on each change; never starts one
  /// (docs/desktop.md#no-owner).
  ///
  /// `appeared` receives the unique name of the owner.
  public func watch(
    name: String, appeared: @escaping @MainActor (String) -> Void,
    vanished: @escaping @MainActor () -> Void
  ) {
    let handler = Box<MainHandler<String?>> { owner in
      if let owner { appeared(owner) } else { vanished() }
    }
    g_bus_watch_name_on_connection(
      connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
      { _, _, owner, data in runBox(data, with: owner.map { String(cString: $0) }) },
      { _, _, data in runBox(data, with: String?.none) }, handler.retained(), releaseBox)
  }

  /// A running `subscribe`.
  public struct Subscription {
    fileprivate let id: guint
  }

  /// Runs a closure for each signal of this name from the bus name `sender`.
  ///
  /// - Parameters:
  ///   - sender: The bus name that sends it.
  ///   - interface: The interface of the signal.
  ///   - member: The name of the signal.
  ///   - path: The object that sends it; `nil` for any.
  ///   - first: Its first argument, a text; `nil` for any.
  ///   - handler: Receives the arguments.
  /// - Returns: What `unsubscribe` ends.
  @discardableResult
  public func subscribe(
    sender: String, interface: String, member: String, path: String?, first: String? = nil,
    handler: @escaping @MainActor (Variant) -> Void
  ) -> Subscription {
    let id = g_dbus_connection_signal_subscribe(
      connection, sender, interface, member, path, first, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, parameters, data in
        guard let parameters else { return }
        runBox(data, with: Variant(parameters))
      }, Box<MainHandler<Variant>>(handler).retained(), releaseBox)
    return Subscription(id: id)
  }

  /// Runs a closure for each property of an interface that has changed and is true or false.
  @discardableResult
  public func subscribe(
    toFlagsOf interface: String, sender: String, path: String? = nil,
    handler: @escaping @MainActor (_ name: String, _ value: Bool) -> Void
  ) -> Subscription {
    subscribe(
      sender: sender, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
      path: path, first: interface
    ) {
      let arguments = $0.children
      guard arguments.count == 3 else { return }
      for property in arguments[1].children.map(\.children) where property.count == 2 {
        guard let name = property[0].string, let value = property[1].children.first?.bool
        else { continue }
        handler(name, value)
      }
    }
  }

  /// Ends a subscription.
  public func unsubscribe(_ subscription: Subscription) {
    g_dbus_connection_signal_unsubscribe(connection, subscription.id)
  }

  /// Emits a signal to every connection, or to one.
  public func emit(
    path: String, interface: String, member: String, _ arguments: [Variant], to: String? = nil
  ) {
    _ = Variant.tuple(arguments).withPointer {
      g_dbus_connection_emit_signal(connection, to, path, interface, member, $0, nil)
    }
  }

  /// Waits until all messages have left this process.
  public func flush() {
    g_dbus_connection_flush_sync(connection, nil, nil)
  }
}

private func finishedCall(
  _ source: UnsafeMutablePointer<GObject>?, _ task: OpaquePointer?
) -> Result<Variant, GLibError> {
  var error: UnsafeMutablePointer<GError>?
  let connection = source.map { OpaquePointer($0) }
  let reply = g_dbus_connection_call_with_unix_fd_list_finish(connection, nil, task, &error)
  guard let reply else { return .failure(GLibError(fromBus: error)) }
  return .success(Variant(taking: reply))
}
