import Glibc
import HaruCore
import HaruDesktop
import HaruSystem

/// Calls a name on the bus again and again, and measures the longest time until an answer.
@MainActor
final class Ping {
  /// A property of an object on the bus, written `PATH:INTERFACE.NAME`.
  struct Property: Sendable {
    let path: String
    let interface: String
    let name: String

    init?(_ text: String) {
      guard let colon = text.firstIndex(of: ":"), let dot = text.lastIndex(of: "."), colon < dot
      else { return nil }
      path = String(text[..<colon])
      interface = String(text[text.index(after: colon)..<dot])
      name = String(text[text.index(after: dot)...])
    }
  }

  private let bus: Bus
  private let method: Bus.Method
  private let arguments: [Variant]
  private let everyMilliseconds: Int

  private var count = 0
  private var errors = 0
  private var longest: Int64 = 0
  /// When each call was sent that has no answer yet.
  private var open: [Int: Int64] = [:]

  /// Calls until the end of input.
  ///
  /// - Parameters:
  ///   - name: The bus name that is asked.
  ///   - property: A property to read; without one the call is `Ping`, which GLib answers from a
  ///     thread of its own, however busy the main loop is.
  ///   - everyMilliseconds: The time between two calls.
  /// - Returns: The exit status of the process.
  static func run(name: String, property: Property?, everyMilliseconds: Int) -> Int32 {
    do {
      let ping = Ping(name, property, everyMilliseconds, on: try Bus.session())
      LineInput.listen(onLine: { _ in }, onEnd: { MainLoop.quit() })
      MainLoop.onTermination { MainLoop.quit() }
      StandardStream.output.write("\(JSON.object(["event": .string("ready")]))\n")
      ping.ask()
      MainLoop.run()
      ping.report()
      return 0
    } catch {
      complain("no session bus: \(error)")
      return unavailable
    }
  }

  private init(_ name: String, _ property: Property?, _ everyMilliseconds: Int, on bus: Bus) {
    self.everyMilliseconds = everyMilliseconds
    self.bus = bus
    if let property {
      method = Bus.Method(name, property.path, "org.freedesktop.DBus.Properties", "Get")
      arguments = [.string(property.interface), .string(property.name)]
    } else {
      method = Bus.Method(name, "/", "org.freedesktop.DBus.Peer", "Ping")
      arguments = []
    }
  }

  private func ask() {
    let number = count
    let asked = Uptime.microseconds
    count += 1
    open[number] = asked
    bus.call(method, arguments, timeoutMilliseconds: .max) { [self] reply in
      open[number] = nil
      longest = max(longest, Uptime.microseconds - asked)
      if case .failure = reply { errors += 1 }
    }
    MainLoop.after(milliseconds: everyMilliseconds) { [self] in ask() }
  }

  private func report() {
    // A call without an answer has waited at least until now.
    let now = Uptime.microseconds
    for asked in open.values { longest = max(longest, now - asked) }
    let report = JSON.object([
      "event": .string("ping"), "longest_us": .integer(Int(longest)), "count": .integer(count),
      "errors": .integer(errors),
    ])
    StandardStream.output.write("\(report)\n")
  }
}
