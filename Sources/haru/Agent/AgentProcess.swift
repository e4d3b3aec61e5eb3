import Glibc
import HaruCommand
import HaruDesktop
import HaruSystem
import HaruText

/// Starts and ends the agent of this session, so that it outlives the terminal.
///
/// systemd starts its unit, where it knows one; else the bus starts it, if it can; else it is started as a
/// process with a session of its own.
@MainActor
struct AgentProcess {
  /// How long a start or an end may take; before it ends, an agent closes its notifications.
  private static let limitMilliseconds = 10_000
  private static let pollMilliseconds: UInt32 = 20

  let bus: Bus

  var isRunning: Bool { bus.isOwned(AgentInterface.busName) }

  /// What has started it, as far as that can be known.
  var starter: DoctorText.Starter? {
    if AgentUnit.isActive { return .systemd }
    return isStartedByBus ? .bus : nil
  }

  /// The bus puts its address into the environment of each program that it starts.
  private var isStartedByBus: Bool {
    guard let process, let (file, _) = try? OpenFile.regular("/proc/\(process)/environ"),
      let bytes = try? file.bytes(1 << 17)
    else { return false }
    return bytes.split(separator: 0).contains {
      String(decoding: $0, as: UTF8.self).hasPrefix("DBUS_STARTER_ADDRESS=")
    }
  }

  /// The number of its process; `nil` if none runs.
  var process: Int64? {
    let reply = try? bus.callAndWait(
      .ofBus("GetConnectionUnixProcessID"), [.string(AgentInterface.busName)])
    return reply?.children.first?.integer
  }

  /// Starts it, and waits until other programs can call it.
  func start() throws(Failure) {
    if AgentUnit.isKnown {
      guard AgentUnit.systemctl("start") else {
        throw Failure(
          .unavailable,
          text(
            "systemd cannot start {unit}; to see why: journalctl --user -u {unit}",
            ["unit": AgentUnit.name]))
      }
    } else if bus.canStart(AgentInterface.busName) {
      _ = try? bus.callAndWait(
        .ofBus("StartServiceByName"), [.string(AgentInterface.busName), .uint32(0)],
        timeoutMilliseconds: Int32(Self.limitMilliseconds))
    } else {
      let program = ProgramFile().beside("haru-agent")
      do {
        try DetachedProcess.start([program, "--gapplication-service"], in: "/")
      } catch {
        throw Failure(.unavailable, ErrorText.cannotRun(program, "\(error)"))
      }
    }
    guard wait(until: true) else {
      throw Failure(
        .unavailable, text("the agent has not started; to see why: haru-agent --verbose"))
    }
  }

  /// Ends it, and waits until it has.
  func stop() throws(Failure) {
    if AgentUnit.isActive {
      _ = AgentUnit.systemctl("stop")
    } else if let process {
      kill(pid_t(process), SIGTERM)
    }
    guard wait(until: false) else {
      throw Failure(.tryAgain, text("the agent has not ended; try again"))
    }
  }

  private func wait(until runs: Bool) -> Bool {
    let deadline = LocalClock.uptimeMilliseconds + Int64(Self.limitMilliseconds)
    while isRunning != runs {
      guard LocalClock.uptimeMilliseconds < deadline else { return false }
      usleep(Self.pollMilliseconds * 1000)
    }
    return true
  }
}

/// The agent's unit in the systemd of the user.
enum AgentUnit {
  static let name = "haru.service"

  /// Whether systemd has it, enabled or not.
  static var isKnown: Bool { systemctl("cat") }

  /// Whether systemd runs the agent now.
  static var isActive: Bool { systemctl("is-active") }

  /// Has systemd read the files of units again.
  static func readAgain() {
    _ = try? Subprocess.run(["systemctl", "--user", "--quiet", "daemon-reload"])
  }

  /// Has systemd do something with this unit, or another one of the user, or asks about it; `false` also where there is
  /// no systemd.
  static func systemctl(_ verb: String, _ unit: String = name) -> Bool {
    (try? Subprocess.run(["systemctl", "--user", "--quiet", verb, unit]))?.status == 0
  }
}
