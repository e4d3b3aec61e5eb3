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

  /// Its name and version, as it gives them.
  var title: String {
    let information = ask("GetServerInformation").compactMap(\.string)
    return [information.first, information.dropFirst(2).first].compactMap(\.self)
      .joined(separator: " ")
  }

  /// What it can do.
  var capabilities: [String] {
    ask("GetCapabilities").first?.children.compactMap(\.string) ?? []
  }

  private func ask(_ member: String) -> [Variant] {
    let method = Bus.Method(Self.name, Self.path, Self.name, member)
    return (try? bus.callAndWait(method))?.children ?? []
  }
}
