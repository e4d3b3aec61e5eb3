import Foundation

/// A home in which a program may leave a dump of its memory.
package struct DumpingHome {
  package let home = Scratch()
  private let environment: [String: String]

  package init() {
    environment = Support.environment(home: home.path)
  }

  /// Whether the system writes a core dump where a program runs, as the tests expect.
  package static let areFiles: Bool = {
    let pattern = try? String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    return pattern?.hasPrefix("core") == true && limit.rlim_max == .max
  }()

  /// Starts a program that may leave a dump in the home, at a signal of which Swift's runtime writes nothing.
  package func start(_ words: [String], _ more: [String: String] = [:]) throws -> Child {
    try Child(
      "/bin/bash", ["-c", #"ulimit -c unlimited; cd "$0"; exec "$@""#, home.path] + words,
      environment: environment.merging(more) { $1 })
  }

  package var dumps: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: home.path)
        .filter { $0.hasPrefix("core") }
    }
  }

  /// The number of dumps when another program has ended so, which leaves one.
  package func dumpsOfAnother() throws -> Int {
    guard try start(["bash", "-c", "kill -SYS $$"]).wait() == .killed(SIGSYS) else { return 0 }
    return try dumps.count
  }
}
