import Foundation
import HaruDesktop
import HaruSystem
import Support
import Testing

/// A session bus with this process on it.
///
/// A process has one session bus, so that each test runs in a process of its own.
@MainActor
final class Scene {
  let scratch = Scratch()
  let privateBus: PrivateBus
  let environment: [String: String]
  /// The connection of this process.
  let bus: Bus

  init(services: [String: String] = [:]) throws {
    privateBus = try PrivateBus(services: services)
    setenv("DBUS_SESSION_BUS_ADDRESS", privateBus.address, 1)
    environment = Support.environment(home: scratch.path, bus: privateBus.address)
    bus = try Bus.session()
  }

  /// Starts a notification server on the bus.
  func console(_ options: [String] = []) throws -> Console {
    try Console(environment: environment, options)
  }

  /// Whether a name on the bus has an owner; `Bus.isOwned` takes an error for no.
  func hasOwner(_ name: String) throws -> Bool? {
    try call(.ofBus("NameHasOwner"), [.string(name)]).first?.bool
  }

  /// Calls a method, and runs the loop until the reply.
  func call(_ method: Bus.Method, _ arguments: [Variant] = []) throws -> [Variant] {
    let mail = Mailbox<Result<Variant, GLibError>>()
    bus.call(method, arguments) { mail.put($0) }
    return try #require(mail.next(within: .seconds(10))).get().children
  }
}
