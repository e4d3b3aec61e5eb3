internal import Foundation

/// A session bus for one test, with only the programs on it that the test starts.
///
/// Any user who reaches its socket may connect, so that a test can run programs as another user.
public final class PrivateBus {
  /// The address, for `DBUS_SESSION_BUS_ADDRESS`.
  public let address: String
  /// The process id of the bus.
  public let pid: Int32
  private let scratch = Scratch()
  private let guardian: Child

  /// Starts a bus and waits until it listens.
  ///
  /// - Parameters:
  ///   - services: The command lines with which it starts programs, by bus name.
  ///   - folder: A folder of files for more such programs.
  ///   - environment: The environment of those programs; `nil` for that of the tests.
  /// - Throws: `Failure` if it does not start.
  public init(
    services: [String: String] = [:], and folder: String? = nil,
    environment: [String: String]? = nil
  ) throws {
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
        \(folder.map { "<servicedir>\($0)</servicedir>" } ?? "")
        <policy context="default">
          <allow user="*"/>
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        <limit name="service_start_timeout">120000</limit>
      </busconfig>
      """, to: "bus.conf")
    // When this process ends, however it ends, the shell's input ends, and the shell ends the bus.
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

  /// What the bus and the programs it started have written so far.
  public var log: String { (try? scratch.read("log")) ?? "" }

  /// Kills the program that owns a name, such as one that the bus has started, and those that it has started.
  public func killOwner(of name: String) throws {
    let run = try Child.run(
      "gdbus",
      [
        "call", "--address", address, "--dest", "org.freedesktop.DBus", "--object-path",
        "/org/freedesktop/DBus", "--method", "org.freedesktop.DBus.GetConnectionUnixProcessID",
        name,
      ])
    let pid = run.output.split { !$0.isNumber }.last.flatMap { Int32($0) }
    guard let pid else { throw Failure.unexpected(run.errors) }
    try Child.killWithChildren(pid)
  }

  /// Ends the bus with the programs that it has started, and waits until none can write any more.
  public func stop() throws {
    // As long as the shell runs, the process id is the bus's.
    if guardian.isRunning { try Child.killWithChildren(pid) }
    guardian.closeInput()
    _ = try guardian.wait()
  }
}

/// Waits until a program owns a name on the bus of an environment.
///
/// - Throws: `Failure.late` if none does within the limit.
public func waitForOwner(
  of name: String, _ environment: [String: String], within limit: Duration = .seconds(30)
) throws {
  let run = try Child.run(
    "gdbus", ["wait", "--session", name], environment: environment, within: limit)
  guard run.status == 0 else { throw Failure.unexpected(run.errors) }
}

extension Child {
  /// Calls a method of an object on the bus of an environment, as another program does.
  ///
  /// - Parameters:
  ///   - method: Its name, behind that of its interface.
  ///   - name: The bus name of the object.
  ///   - path: The path of the object; `nil` for the one that is made of the bus name.
  ///   - arguments: The arguments, as gdbus(1) reads them.
  ///   - environment: The environment of the session.
  /// - Returns: What gdbus(1) has said.
  /// - Throws: If it cannot be run.
  public static func call(
    _ method: String, of name: String, at path: String? = nil, _ arguments: [String] = [],
    environment: [String: String]
  ) throws -> Outcome {
    let path = path ?? "/" + name.replacing(".", with: "/")
    let words = ["--session", "--dest", name, "--object-path", path, "--method", method]
    return try run("gdbus", ["call"] + words + arguments, environment: environment)
  }
}
