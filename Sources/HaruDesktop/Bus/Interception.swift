internal import CDesktop

extension Bus {
  /// Runs a library's code that calls other programs and waits, but lets the bus answer in their place.
  ///
  /// The bus answers at once, in whatever state those programs are. The intercepted calls never leave
  /// for them, so that the caller can send the arguments without waiting.
  ///
  /// - Parameters:
  ///   - replies: What the library gets as the reply of each method that is intercepted. Other calls
  ///     go where they should, and so do those of `Bus.call`.
  ///   - body: The code.
  /// - Returns: The arguments of the last call of each method.
  public func intercept(
    _ replies: [String: [Variant]], _ body: () -> Void
  ) -> [String: [Variant]] {
    let interception = Interception(replies.mapValues(Variant.tuple))
    let filter = g_dbus_connection_add_filter(
      connection, filterMessage, Box(interception).retained(), releaseBox)
    body()
    g_dbus_connection_remove_filter(connection, filter)
    return interception.arguments.mapValues(\.children)
  }
}

/// Passes a message on; GDBus runs it on its own thread, for every message out and in.
private func filterMessage(
  _: OpaquePointer?, _ message: OpaquePointer?, _ isIncoming: gboolean, _ data: gpointer?
) -> OpaquePointer? {
  guard let message, let interception = Box<Interception>.value(in: data) else { return message }
  return isIncoming != 0 ? interception.receive(message) : interception.send(message)
}

/// Changes messages on GDBus's own thread; the main thread reads `arguments` after the replies.
private final class Interception: @unchecked Sendable {
  private let replies: [String: Variant]
  private var sent: [UInt32: String] = [:]
  private(set) var arguments: [String: Variant] = [:]

  init(_ replies: [String: Variant]) {
    self.replies = replies
  }

  /// Sends an intercepted call to the bus itself, as a question that it always answers.
  func send(_ message: OpaquePointer) -> OpaquePointer {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      !isOurs(message), let name = g_dbus_message_get_member(message)
    else { return message }
    let member = String(cString: name)
    guard replies[member] != nil, let question = g_dbus_message_copy(message, nil) else {
      return message
    }
    defer { g_object_unref(UnsafeMutableRawPointer(message)) }
    sent[g_dbus_message_get_serial(message)] = member
    arguments[member] = g_dbus_message_get_body(message).map { Variant($0) }
    g_dbus_message_set_destination(question, "org.freedesktop.DBus")
    g_dbus_message_set_path(question, "/org/freedesktop/DBus")
    g_dbus_message_set_interface(question, "org.freedesktop.DBus")
    g_dbus_message_set_member(question, "GetId")
    g_dbus_message_set_body(question, nil)
    return question
  }

  /// Puts the wanted reply in the place of the bus's.
  func receive(_ message: OpaquePointer) -> OpaquePointer {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_RETURN,
      let member = sent.removeValue(forKey: g_dbus_message_get_reply_serial(message)),
      let reply = replies[member], let answer = g_dbus_message_copy(message, nil)
    else { return message }
    defer { g_object_unref(UnsafeMutableRawPointer(message)) }
    reply.withPointer { g_dbus_message_set_body(answer, $0) }
    return answer
  }

  /// Whether it is a call of `Bus.call`, which alone never starts a service.
  private func isOurs(_ message: OpaquePointer) -> Bool {
    let flags = g_dbus_message_get_flags(message).rawValue
    return flags & G_DBUS_MESSAGE_FLAGS_NO_AUTO_START.rawValue != 0
  }
}
