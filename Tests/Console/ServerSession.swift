import Glibc
import HaruDesktop
import HaruSystem

/// A server with a user: owns the name, runs the commands that are typed, and releases the name.
@MainActor
final class ServerSession {
  private let manners: Manners
  private let printer: any Printer
  private let server: Server
  private let bus: Bus
  private var status: Int32 = 0

  /// Runs a server until its user ends it.
  ///
  /// - Returns: The exit status of the process.
  static func run(
    _ manners: Manners, printer: any Printer, witness: StoreWitness?
  ) -> Int32 {
    do {
      let bus = try Bus.session()
      let server = try Server(on: bus, manners: manners, witness: witness, printer: printer)
      let session = ServerSession(manners, printer, server, bus)
      guard try bus.own(Server.name) else {
        complain("\(Server.name) is taken by \(owner(of: Server.name, on: bus))")
        return unavailable
      }
      return session.run()
    } catch {
      complain("no session bus: \(error)")
      return unavailable
    }
  }

  private init(_ manners: Manners, _ printer: any Printer, _ server: Server, _ bus: Bus) {
    (self.manners, self.printer, self.server, self.bus) = (manners, printer, server, bus)
  }

  private func run() -> Int32 {
    MainLoop.onTermination { MainLoop.quit() }
    bus.onClose { [self] in
      complain("the session bus has gone")
      status = unavailable
      MainLoop.quit()
    }
    LineInput.listen(
      onLine: { [self] in carryOut($0) },
      onEnd: { MainLoop.quit() })
    printer.print(.ready)
    MainLoop.run()
    // Released before the end, so that a program that waits for the end finds the name free.
    _ = try? bus.callAndWait(.ofBus("ReleaseName"), [.string(Server.name)])
    return status
  }

  private func carryOut(_ line: String) {
    guard let command = Command(line) else {
      if !line.isEmpty { printer.print(.error("not a command: \(line)")) }
      return
    }
    if let problem = carryOut(command) {
      printer.print(.error(problem))
    } else {
      printer.print(.done(line))
    }
  }

  /// Runs a command; returns a reason if it cannot.
  private func carryOut(_ command: Command) -> String? {
    switch command {
    case .quit: MainLoop.quit()
    case .button(let number):
      guard let newest = server.newest else { return "nothing is shown" }
      let buttons = manners.hasActions ? newest.buttons : []
      guard number <= buttons.count else { return "no such button: \(number)" }
      server.click(newest.id, key: buttons[number - 1].key)
    case .body:
      guard let newest = server.newest else { return "nothing is shown" }
      guard newest.actions.contains(where: { $0.key == "default" }) else {
        return "nothing happens on a click on the body"
      }
      server.click(newest.id, key: "default")
    case .dismiss(let id):
      guard let id = id ?? server.newest?.id else { return "nothing is shown" }
      server.remove(id, .dismissed)
    case .click(let id, let key): server.click(id, key: key)
    case .look: printer.print(.screen(server.screen))
    case .press(let label): return server.press(label) ? nil : "no button \(label) is drawn"
    case .touch: return server.touch() ? nil : "nothing is drawn"
    case .expire(let id): server.remove(id, .expired)
    case .lose(let id): server.remove(id, .undefined)
    case .afterAction(let manner): manners.afterAction = manner
    case .capabilities(let list): manners.capabilities = list
    case .delay(let time): manners.delayMilliseconds = time
    case .holdClose(let time): manners.holdCloseMilliseconds = time
    case .release: server.release()
    case .hang: server.hang()
    case .resume: server.resume()
    }
    return nil
  }

  private static func owner(of name: String, on bus: Bus) -> String {
    let reply = try? bus.callAndWait(.ofBus("GetConnectionUnixProcessID"), [.string(name)])
    guard let process = reply?.children.first?.integer else { return "another program" }
    return "process \(process)"
  }
}

/// The exit status of a program that finds no bus, or its name taken.
let unavailable: Int32 = 69

/// Prints an error in one line.
func complain(_ problem: String) {
  StandardStream.error.write("haru-console: \(problem)\n")
}
