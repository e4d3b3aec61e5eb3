internal import Foundation

/// A session bus of a test's own; its programs find nothing on it but what the test put there.
///
/// Any user may connect who reaches its socket, so that a test can be somebody else.
public final class PrivateBus {
  /// The address, for `DBUS_SESSION_BUS_ADDRESS`.
  public let address: String
  /// The process id of the bus itself.
  public let pid: Int32
  private let scratch: Scratch
  private let guardian: Child

  /// Starts a bus and waits until it listens.
  ///
  /// - Parameters:
  ///   - services: The programs it starts for a name, as command lines.
  ///   - environment: What those programs find; `nil` for our own environment.
  /// - Throws: `Failure` if it does not start.
  public init(
    services: [String: String] = [:], environment: [String: String]? = nil
  ) throws {
    scratch = try Scratch()
    for (name, command) in services {
      try scratch.write(
        "[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: "services/\(name).service")
    }
    let configuration = try scratch.write(
      """
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(scratch("bus"))</listen>
        <auth>EXTERNAL</auth>
        <servicedir>\(scratch("services"))</servicedir>
        <policy context="default">
          <allow user="*"/>
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        <limit name="service_start_timeout">120000</limit>
      </busconfig>
      """, to: "bus.conf")
    // The shell's input ends with this process, however that ends, and the bus with it.
    let script = #""$@" 3>&1 4>&1 >"$0" 2>&1 & read -r _; kill -9 $!; wait"#
    guardian = try Child(
      "/bin/sh",
      [
        "-c", script, scratch("log"), "dbus-daemon", "--config-file", configuration, "--nofork",
        "--nopidfile", "--print-address=3", "--print-pid=4",
      ], environment: environment)
    address = try guardian.line()
    let line = try guardian.line()
    guard let pid = Int32(line) else { throw Failure.unexpected("a process id: \(line)") }
    self.pid = pid
  }

  deinit {
    try? stop()
  }

  /// What the bus, and the programs that it has started, have written so far.
  public var log: String { (try? scratch.read("log")) ?? "" }

  /// Takes the bus away from all its clients, and waits until it is gone.
  public func stop() throws {
    guardian.closeInput()
    _ = try guardian.wait()
  }
}
