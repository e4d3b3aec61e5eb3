import Foundation
import HaruDesktop
import HaruSystem
import Support
import Testing

/// A program that may do anything.
@MainActor
@Suite(.serialized) struct AskedProgramTests {
  private let answers = Mailbox<String>()

  /// Asks a script; its answer is what it has said, or why there is none.
  @discardableResult
  private func ask(
    _ script: String, _ question: String = "", withholding: [String] = [], limit: Int = 30
  ) throws -> AskedProgram {
    try AskedProgram(
      ["sh", "-c", script], withholding: withholding, question: question, limit: limit
    ) { [answers] in
      switch $0 {
      case .success(let bytes): answers.put(String(decoding: bytes, as: UTF8.self))
      case .failure(let error): answers.put("failed: \(error)")
      }
    }
  }

  @Test func itIsAskedALineAndAnswers() throws {
    try ask("cat; echo end", "why?")
    #expect(answers.next() == "why?\nend\n")
  }

  @Test func itNeedNotReadItsQuestion() throws {
    try ask("exec <&-; echo yes", "why?")
    #expect(answers.next() == "yes\n")
  }

  @Test func aFailureTellsItsLastWords() throws {
    try ask("echo one >&2; echo two >&2; echo yes; exit 3")
    #expect(answers.next() == "failed: status 3: two")
    try ask("kill -9 $$")
    #expect(answers.next() == "failed: status 137")
  }

  /// It and what it has started.
  @Test func aProgramThatHangsIsEnded() throws {
    let scratch = Scratch()
    try ask("sleep 600 & echo $! >\(scratch("pid")); exec >&-; sleep 600", limit: 1)
    #expect(answers.next() == "failed: no answer in 1 s")
    let child = try #require(Int32(try scratch.read("pid").trimmingCharacters(in: .newlines)))
    try Child.waitForEnd(of: child)
  }

  /// However soon it ends itself.
  @Test func whatAProgramHasStartedIsEndedAfterIt() throws {
    for _ in 0..<100 {
      let program = try ask("sleep 600 <&- >&- 2>&- & echo $!")
      let words = try #require(answers.next())
      let child = try #require(Int32(words.trimmingCharacters(in: .newlines)))
      program.endGroup()
      try Child.waitForEnd(of: child)
    }
  }

  @Test(arguments: ["exec yes", "exec yes >&2"])
  func aProgramThatWritesWithoutEndWaitsAndIsEnded(script: String) throws {
    try ask(script, limit: 1)
    #expect(answers.next() == "failed: 65536 bytes or more")
  }

  @Test func asMuchAsAPipeHoldsIsRead() throws {
    try ask("head -c 65535 /dev/zero")
    #expect(answers.next()?.utf8.count == 65_535)
    try ask("head -c 65536 /dev/zero")
    #expect(answers.next() == "failed: 65536 bytes or more")
  }

  /// Even one that left the group.
  @Test func whatItHasStartedIsNotWaitedFor() throws {
    let scratch = Scratch()
    try ask("setsid sleep 600 & echo $! >\(scratch("pid")); echo yes")
    #expect(answers.next() == "yes\n")
    let child = try #require(Int32(try scratch.read("pid").trimmingCharacters(in: .newlines)))
    #expect(kill(child, 0) == 0)
    kill(child, SIGKILL)
  }

  @Test func itGetsNoSecretsOfOthers() throws {
    setenv("HARU_TEST_SECRET", "x", 1)
    defer { unsetenv("HARU_TEST_SECRET") }
    try ask("echo $HARU_TEST_SECRET")
    try ask("echo $HARU_TEST_SECRET", withholding: ["HARU_TEST_SECRET"])
    #expect(Set(answers.next(2)) == ["x\n", "\n"])
  }

  @Test func aStoppedProgramHasNoAnswer() throws {
    try ask("sleep 600").stop()
    #expect(answers.next() == "failed: stopped")
  }

  @Test func itLeavesNoPipeOpen() throws {
    func open() throws -> Int {
      let folder = "/proc/self/fd/"
      return try FileManager.default.contentsOfDirectory(atPath: folder).count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + $0))?.hasPrefix(
          "pipe:")
          == true
      }
    }
    try ask("true")
    #expect(answers.next() == "")
    let before = try open()
    for script in ["true", "exit 1", "yes"] {
      try ask(script, limit: 1)
      _ = answers.next()
    }
    #expect(throws: AskedProgram.NoAnswer.self) {
      try AskedProgram(["/nowhere/guest"], question: "", limit: 1) { _ in }
    }
    #expect(try open() == before)
  }
}
