import HaruDesktop
import HaruSystem
import Testing

@MainActor
@Suite(.serialized) struct ChildProcessTests {
  private let endings = Mailbox<Int32>()

  private func start(_ words: String..., limit: Int = 5000) throws {
    try ChildProcess.start(words, limit: limit) { [endings] in endings.put($0) }
  }

  @Test func theEndIsReportedOnceWithItsStatus() throws {
    try start("true")
    #expect(endings.next() == 0)
    try start("sh", "-c", "exit 65")
    #expect(endings.next() == 65)
    #expect(endings.all(within: .milliseconds(50)) == [])
  }

  @Test func aProgramBeyondItsLimitIsKilled() throws {
    try start("sleep", "60", limit: 50)
    #expect(endings.next() == 137)
  }

  @Test func programsRunSideBySide() throws {
    try start("sh", "-c", "sleep 2; exit 2")
    try start("sh", "-c", "exit 1")
    #expect(endings.next(2) == [1, 2])
  }

  @Test func standardErrorIsReportedWithTheEnd() throws {
    let said = Mailbox<[String]>()
    for script in ["echo no >&2; echo yes; exit 3", "true", "printf '\\377' >&2", "kill -9 $$"] {
      try ChildProcess.listen(to: ["sh", "-c", script], limit: 5000) { said.put(["\($0)", $1]) }
    }
    let heard = Set(said.next(4))
    #expect(heard == [["3", "no\n"], ["0", ""], ["137", ""]])
  }

  @Test func standardErrorOfAKilledProgramIsReported() throws {
    let said = Mailbox<String>()
    try ChildProcess.listen(to: ["sh", "-c", "echo on it >&2; exec sleep 60"], limit: 2000) {
      said.put("\($0) \($1)")
    }
    #expect(said.next() == "137 on it\n")
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: GLibError.self) { try start("/nowhere/haru") }
  }
}
