import HaruDesktop
import HaruSystem

/// The session's notification server, asked by a program that ends soon.
@MainActor
struct NotificationService {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// How long it may take to show something; the bus may have to start it.
  private static let limitMilliseconds: Int32 = 10_000

  let bus: Bus

  /// Whether one runs.
  var isThere: Bool { bus.isOwned(NotificationService.name) }

  /// Whether the bus would start one that is needed.
  var canStart: Bool { bus.canStart(NotificationService.name) }

  /// Its name and version, as it gives them.
  var title: String {
    let information = information
    return [information.first, information.dropFirst(2).first].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Its name, its vendor, its version and that of the specification, as it gives them.
  var information: [String] { ask("GetServerInformation").compactMap(\.string) }

  /// What it can do.
  var capabilities: [String] {
    ask("GetCapabilities").first?.children.compactMap(\.string) ?? []
  }

  /// Shows a notification, and returns its id.
  func notify(_ arguments: [Variant]) throws(GLibError) -> UInt32? {
    let reply = try bus.callAndWait(
      Self.method("Notify"), arguments, mayStart: true,
      timeoutMilliseconds: Self.limitMilliseconds)
    return reply.children.first?.integer.flatMap(UInt32.init(exactly:))
  }

  /// Closes a notification; it may be closed already.
  func close(_ id: UInt32) {
    _ = try? bus.callAndWait(Self.method("CloseNotification"), [.uint32(id)])
  }

  /// Runs a closure for each signal, with the id and the argument beside it.
  func listen(_ member: String, _ handler: @escaping @MainActor (UInt32, Variant) -> Void) {
    bus.subscribe(sender: Self.name, interface: Self.name, member: member, path: Self.path) {
      let values = $0.children
      guard values.count == 2, let id = values[0].integer.flatMap(UInt32.init(exactly:)) else {
        return
      }
      handler(id, values[1])
    }
  }

  /// Runs a closure once all that it has sent so far was received.
  func whenHeard(_ body: @escaping @MainActor () -> Void) {
    bus.call(Self.method("GetCapabilities")) { _ in body() }
  }

  private func ask(_ member: String) -> [Variant] {
    (try? bus.callAndWait(Self.method(member)))?.children ?? []
  }

  private static func method(_ member: String) -> Bus.Method {
    Bus.Method(name, path, name, member)
  }
}
