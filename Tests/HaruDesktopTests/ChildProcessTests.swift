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
    try start("sh", "-c", "sleep 0.2; exit 2")
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
    try ChildProcess.listen(to: ["sh", "-c", "echo on it >&2; exec sleep 60"], limit: 200) {
      said.put("\($0) \($1)")
    }
    #expect(said.next() == "137 on it\n")
  }

  private func follow(
    _ words: [String], input: String = "", _ heard: Mailbox<String>
  ) throws -> RunningProgram {
    let program = try RunningProgram(words)
    program.follow(
      input: Array(input.utf8), onLine: { heard.put($0) }, onEnd: { heard.put("ended \($0)") })
    return program
  }

  private func follow(_ script: String, _ heard: Mailbox<String>) throws -> RunningProgram {
    try follow(["sh", "-c", script], heard)
  }

  @Test func theInputIsWrittenWhole() throws {
    let heard = Mailbox<String>()
    let text = String(repeating: "0123456789\n", count: 20_000)
    _ = try follow(["wc", "--bytes"], input: text, heard)
    #expect(heard.next(2) == ["220000", "ended 0"])
  }

  @Test func aProgramNeedNotReadItsInput() throws {
    let heard = Mailbox<String>()
    _ = try follow(["true"], input: String(repeating: "x", count: 1_000_000), heard)
    #expect(heard.next() == "ended 0")
  }

  @Test func eachCompleteLineIsReportedAtOnce() throws {
    let heard = Mailbox<String>()
    // The thread of the tests blocks signals, which a child inherits.
    let program = """
      import signal
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      print('of 2\\nen', end='', flush=True)
      signal.pause()
      """
    let running = try follow(["python3", "-c", program], heard)
    #expect(heard.next() == "of 2")
    // Half a line is not reported.
    #expect(heard.all(within: .milliseconds(100)) == [])
    running.terminate()
    #expect(heard.next(2) == ["en", "ended 143"])
  }

  /// Whether that line is complete or not.
  @Test func theEndIsReportedAfterTheLastLine() throws {
    let heard = Mailbox<String>()
    _ = try follow("printf 'a\\n\\nb\\377'; exit 75", heard)
    #expect(heard.next(4) == ["a", "", "b\u{FFFD}", "ended 75"])
    _ = try follow("seq 1 20000", heard)
    #expect(heard.next(20_001).suffix(2) == ["20000", "ended 0"])
    _ = try follow("exec >&-; exit 3", heard)
    #expect(heard.next() == "ended 3")
  }

  @Test func terminatingAnEndedProgramDoesNothing() throws {
    let heard = Mailbox<String>()
    let running = try follow("true", heard)
    #expect(heard.next() == "ended 0")
    running.terminate()
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: GLibError.self) { try start("/nowhere/haru") }
  }
}
