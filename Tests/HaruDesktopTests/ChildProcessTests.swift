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

  private func run(_ words: [String], _ heard: Mailbox<String>) throws -> RunningProgram {
    try RunningProgram(words) { heard.put("\($1)ended \($0)") }
  }

  @Test func theOutputIsReportedWithTheEnd() throws {
    let heard = Mailbox<String>()
    for (script, said) in [
      ("cat; printf 'a\\n\\nb\\377'; exit 75", "a\n\nb\u{FFFD}ended 75"),
      ("exec >&-; exit 3", "ended 3"),
      ("seq 1 20000", (1...20_000).map { "\($0)\n" }.joined() + "ended 0"),
    ] {
      _ = try run(["sh", "-c", script], heard)
      #expect(heard.next() == said)
    }
  }

  @Test func aProgramEndsWhereItIsAskedTo() throws {
    let heard = Mailbox<String>()
    // The thread of the tests blocks signals, which a child inherits.
    let program = """
      import signal
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      signal.pause()
      """
    let running = try run(["python3", "-c", program], heard)
    running.terminate()
    #expect(heard.next() == "ended 143")
    running.terminate()
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: GLibError.self) { try start("/nowhere/haru") }
  }
}
