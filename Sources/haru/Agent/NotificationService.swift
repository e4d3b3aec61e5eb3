import HaruCore
import HaruDesktop
import HaruSystem

/// The session's notification server, asked by a program that ends soon.
@MainActor
struct NotificationService {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  let bus: Bus

  /// Whether one runs.
  var isThere: Bool { bus.isOwned(NotificationService.name) }

  /// Whether the bus would start one that is needed.
  var canStart: Bool { bus.canStart(NotificationService.name) }

  /// What it says of itself.
  struct Answer {
    let manner: ServerManner
    /// Its name and version.
    let title: String
    /// What it can do, in its order.
    let capabilities: [String]
  }

  /// What it says of itself; `nil` if it does not answer.
  var answer: Answer? {
    guard let itself = ask("GetServerInformation")?.map({ $0.string ?? "" }), itself.count >= 3,
      let capabilities = ask("GetCapabilities")?.first?.children.compactMap(\.string)
    else { return nil }
    let (name, version) = (itself[0], itself[2])
    var manner = ServerManner.of(name: name, vendor: itself[1], version: version)
    manner.capabilities = Set(capabilities)
    return Answer(manner: manner, title: "\(name) \(version)", capabilities: capabilities)
  }

  private func ask(_ member: String) -> [Variant]? {
    let method = Bus.Method(Self.name, Self.path, Self.name, member)
    return try? bus.callAndWait(method).children
  }
}
