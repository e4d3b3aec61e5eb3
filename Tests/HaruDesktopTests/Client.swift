import HaruDesktop
import Testing

/// A program that shows notifications and receives their signals.
@MainActor
final class Client {
  /// A signal of the server.
  enum Signal: Hashable, Sendable {
    case invoked(UInt32, String)
    case closed(UInt32, UInt32)
  }

  let signals = Mailbox<Signal>()
  private let scene: Scene
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  init(_ scene: Scene) throws {
    self.scene = scene
    listen("ActionInvoked") { .invoked($0, $1.string ?? "") }
    listen("NotificationClosed") { .closed($0, UInt32($1.integer ?? 0)) }
    // When the bus answers it has handled both.
    _ = try scene.call(.ofBus("GetId"))
  }

  private func listen(
    _ member: String, _ make: @escaping @MainActor (UInt32, Variant) -> Signal
  ) {
    scene.bus.subscribe(
      sender: Client.name, interface: Client.name, member: member, path: Client.path
    ) { [signals] arguments in
      let values = arguments.children
      guard values.count == 2, let id = values[0].integer else { return }
      signals.put(make(UInt32(id), values[1]))
    }
  }

  static func method(_ member: String) -> Bus.Method {
    Bus.Method(name, path, name, member)
  }

  /// Calls the server, and runs the loop until it answers.
  func call(_ member: String, _ arguments: [Variant] = []) throws -> [Variant] {
    try scene.call(Client.method(member), arguments)
  }

  /// Shows a notification.
  ///
  /// - Returns: Its id.
  func notify(
    _ summary: String, body: String = "", actions: [String] = ["a", "A", "b", "B"],
    replacing id: UInt32 = 0, resident: Bool = false, hints: [String: Variant] = [:]
  ) throws -> UInt32 {
    let arguments = Client.arguments(
      summary, body: body, actions: actions, replacing: id,
      hints: hints.merging(resident ? ["resident": .bool(true)] : [:]) { $1 })
    return UInt32(try #require(try call("Notify", arguments).first?.integer))
  }

  static func arguments(
    _ summary: String, body: String, actions: [String], replacing id: UInt32,
    hints: [String: Variant]
  ) -> [Variant] {
    [
      .string("Test"), .uint32(id), .string("icon"), .string(summary), .string(body),
      .strings(actions), .dictionary(hints), .int32(-1),
    ]
  }

  func close(_ id: UInt32) throws {
    _ = try call("CloseNotification", [.uint32(id)])
  }

  /// The signals that the server has sent so far.
  func heard() throws -> [Signal] {
    // Signals that it sent before this answer have arrived.
    _ = try call("GetServerInformation")
    return signals.all()
  }
}
