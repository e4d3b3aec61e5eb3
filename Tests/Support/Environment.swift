internal import Foundation

/// Makes the environment of a new user.
///
/// It takes from the session that runs the tests only where programs and translations are.
///
/// - Parameters:
///   - home: The home directory; programs keep all their files below it.
///   - bus: The address of the session bus; `nil` for a session without one.
///   - zone: The value of `TZ`; `nil` for the system's zone.
///   - more: Further variables, which win over the others.
/// - Returns: All variables.
public func environment(
  home: String, bus: String? = nil, zone: String? = "UTC", _ more: [String: String] = [:]
) -> [String: String] {
  var environment = [
    "HOME": home, "LANG": "C.UTF-8", "XDG_CONFIG_HOME": home + "/.config",
    "XDG_DATA_HOME": home + "/.local/share", "XDG_RUNTIME_DIR": home + "/run",
    "SYSTEMD_UNIT_PATH": home + "/.config/systemd/user",
    // Neither the machine's logind nor the desktop's settings have a part in a test.
    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/var/empty/none", "GSETTINGS_BACKEND": "memory",
  ]
  environment["DBUS_SESSION_BUS_ADDRESS"] = bus
  environment["TZ"] = zone
  let passedOn = [
    "PATH", "TEXTDOMAINDIR", "LOCPATH", "TMPDIR", "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS",
    "UBSAN_OPTIONS", "HARU_SHARE",
  ]
  for name in passedOn {
    environment[name] = ProcessInfo.processInfo.environment[name]
  }
  return environment.merging(more) { $1 }
}

extension Dictionary<String, String> {
  /// Runs `haru` in an environment, which this is.
  public func haru(_ words: String...) throws -> Child.Outcome { try haru(words) }

  /// Runs `haru` with words that were put together.
  public func haru(_ words: [String]) throws -> Child.Outcome {
    try Child.run(Built.product("haru"), words, environment: self)
  }

  /// Runs `haru` at a time as in `FakeTime.words(at:)`.
  public func haru(at time: String, _ words: String...) throws -> Child.Outcome {
    try haru(at: time, words)
  }

  /// Runs `haru` at a time with words that were put together.
  public func haru(at time: String, _ words: [String]) throws -> Child.Outcome {
    try Child.run(FakeTime.words(at: time) + [Built.product("haru")] + words, environment: self)
  }
}

/// The programs that were built together with the tests.
public enum Built {
  /// The path of an executable product.
  public static func product(_ name: String) -> String {
    directory + "/" + name
  }

  /// The path of an executable product as a word of a command line; a clone may lie in `my stuff`.
  public static func word(_ name: String) -> String { shellWord(product(name)) }

  /// The program that contains all tests.
  public static let tests =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  /// Whether `make sanitize` has built them.
  public static let isSanitized = ProcessInfo.processInfo.environment["LSAN_OPTIONS"] != nil

  private static let directory = (tests as NSString).deletingLastPathComponent
}
