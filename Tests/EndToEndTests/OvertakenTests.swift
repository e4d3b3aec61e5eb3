import Foundation
import Support
import Testing

/// Moves and backups at the same time: each is done, is refused for a reason that lasts, or is to be
/// tried again.
struct OvertakenTests {
  /// `HARU_TEST_ROUNDS` gives more than the few of a short run.
  private static let rounds =
    ProcessInfo.processInfo.environment["HARU_TEST_ROUNDS"].flatMap { Int($0) } ?? 8

  @Test func movesAndBackupsThatAreOvertakenSayTryAgain() throws {
    let home = Scratch()
    let environment = Support.environment(home: home.path)
    for folder in ["a", "b"] {
      try home.makeFolder(folder)
    }
    #expect(try environment.haru("mark").status == 0)
    let loop = "for i in $(seq \(Self.rounds)); do \"$@\"; echo \"$?\"; done"
    let commands = ["a", "b", "a"].map { ["store", "move", home($0)] }
    let copies = Array(repeating: ["store", "backup", home("copy.sqlite")], count: 3)
    let running = try (commands + copies).map {
      try Child("sh", ["-c", loop, "sh", Built.product("haru")] + $0, environment: environment)
    }
    for process in running {
      let statuses = try process.rest(within: .seconds(300))
      let errors = try process.rest(of: .errors)
      #expect(statuses.count == Self.rounds)
      // 1: the store is there already.
      #expect(Set(statuses).subtracting(["0", "1", "75"]) == [], "\(errors)")
    }
    try environment.haru("store", "check").succeeded()
    let status = try environment.haru("status", "--format", "line")
    #expect(status.output.hasPrefix("1-day streak"))
  }
}
