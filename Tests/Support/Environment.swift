internal import Foundation

/// The environment of a user who has just been made.
///
/// Nothing of the session that runs the tests gets into it but where programs and translations lie.
///
/// - Parameters:
///   - home: The home directory; everything a program keeps lies below it.
///   - bus: The address of the session's bus; `nil` for a session without one.
///   - zone: What `TZ` says; `nil` for the system's zone.
///   - more: What is set beside, or instead.
/// - Returns: All its variables.
public func environment(
  home: String, bus: String? = nil, zone: String? = "UTC", _ more: [String: String] = [:]
) -> [String: String] {
  var environment = [
    "HOME": home, "LANG": "C.UTF-8", "XDG_CONFIG_HOME": home + "/.config",
    "XDG_DATA_HOME": home + "/.local/share", "XDG_RUNTIME_DIR": home + "/run",
  ]
  environment["DBUS_SESSION_BUS_ADDRESS"] = bus
  environment["TZ"] = zone
  for name in ["PATH", "TEXTDOMAINDIR", "LOCPATH", "TMPDIR"] {
    environment[name] = ProcessInfo.processInfo.environment[name]
  }
  return environment.merging(more) { $1 }
}

/// What the build has put beside the tests.
public enum Built {
  /// The path of an executable product.
  public static func product(_ name: String) -> String {
    directory + "/" + name
  }

  /// The test program itself, which holds all tests.
  public static let tests =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  private static let directory = (tests as NSString).deletingLastPathComponent
}
