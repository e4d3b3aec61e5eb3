import Foundation
import HaruSync
import Support
import Testing

/// Several processes append, and are killed.
@Suite struct FolderWriterTests {
  private let bench: FolderBench

  init() throws {
    bench = try FolderBench()
  }

  private func writer(_ name: String, from first: Int, count: Int) throws -> Child {
    try Child(
      Built.product("folder-writer"), [bench.folder.path, "desk", name, "\(first)", "\(count)"])
  }

  /// The line that the program writes for a number.
  private static func line(_ name: String, _ number: Int) -> String {
    let length = number.isMultiple(of: 7) ? 60_000 : number * 37 % 1000
    return "\(name) \(number) " + String(repeating: "x", count: length)
  }

  @Test func linesOfTwoProcessesAreNeverMixed() throws {
    let count = 150
    let names = ["a", "b"]
    let writers = try names.map { try writer($0, from: 0, count: count) }
    for writer in writers { #expect(try writer.wait(within: .seconds(60)) == .exited(0)) }
    let lines = try bench.lines(of: "desk")
    #expect(lines.count == 2 * count)
    for name in names {
      let own = lines.filter { $0.hasPrefix(name) }
      #expect(own == (0..<count).map { FolderWriterTests.line(name, $0) })
    }
  }

  /// Processes are killed at any moment: what they acknowledged is there, and nothing that they did not
  /// write but the beginnings of torn lines.
  @Test func whatWasAcknowledgedOutlivesAKill() throws {
    var generator = Seeded()
    var acknowledged: [Int] = []
    let runs = 200
    for run in 0..<runs {
      let first = run * 30_000
      let child = try writer("a", from: first, count: 30_000)
      var said: [String] = []
      for _ in 0..<Int.random(in: 0...2, using: &generator) { said.append(try child.line()) }
      usleep(UInt32.random(in: 0...6000, using: &generator))
      try child.kill()
      said += try child.rest()
      if let last = said.last.flatMap({ Int($0) }) { acknowledged += first...last }
    }
    let lines = try bench.lines(of: "desk")
    var written: Set<Int> = []
    var torn = 0
    for line in lines {
      let number = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      if let number, line == FolderWriterTests.line("a", number) {
        #expect(written.insert(number).inserted, "\(number) twice")
      } else {
        torn += 1
        #expect(FolderWriterTests.isBeginning(line), "\(line.prefix(80))")
      }
    }
    #expect(written.isSuperset(of: acknowledged))
    #expect(torn <= runs)
    print("killed: \(acknowledged.count) of \(written.count) lines acknowledged, \(torn) torn")
    #expect(acknowledged.count > runs)
  }

  /// Whether a line that is not whole is at least the beginning of one.
  private static func isBeginning(_ line: String) -> Bool {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return "a".hasPrefix(words[0]) && words.count <= 3
      && (words.count < 2 || words[1].allSatisfy(\.isNumber))
      && (words.count < 3 || words[2].allSatisfy { $0 == "x" })
  }
}
