import Foundation
public import Support
public import Testing

/// Runs a part of a test in a process of its own, which has to succeed there.
///
/// The process is another run of this test program.
///
/// - Parameters:
///   - value: Values that the body finds by `Given.value(of:)`.
///   - language: The language of the process; `nil` for that of the tests.
///   - signal: What has to kill the process; `nil` if it ends by itself.
///   - sourceLocation: Where a failure is reported.
///   - body: The part, which captures nothing and runs on the main thread. A failed `#expect` in it and an error
///     that it throws are failures of the test.
public func inOwnProcess<each Value: Encodable>(
  given value: repeat each Value, in language: TestLanguage? = nil, killedBy signal: Int32? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: @escaping @MainActor @Sendable () throws -> Void
) async {
  do {
    var environment = ProcessInfo.processInfo.environment
    environment[Part.variable] = String(try Part.distance(of: body))
    environment[Part.language] = language?.code
    environment[Given.variable] = try Given.text(repeat each value)
    let outcome = try await Part.run(environment)
    guard outcome.ending != (signal.map { .killed($0) } ?? .exited(0)) else { return }
    let said = (outcome.output + outcome.errors).split(separator: "\n").map { "\n  " + $0 }
    Issue.record("\(outcome.ending), and said:\(said.joined())", sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

private typealias Body = @MainActor @Sendable () throws -> Void

/// The body of a part, which two runs of this program find at the same distance from another function.
private enum Part {
  static let variable = "HARU_TEST_PART"
  static let language = "HARU_TEST_PART_LANGUAGE"

  /// A function is two words: the address of its code, and what it captures, or 0.
  ///
  /// It is a member here, as `unsafeBitCast` would get it wrapped.
  private struct Function {
    let body: Body

    var words: (code: Int, captured: Int) { unsafeBitCast(self, to: (Int, Int).self) }
  }

  private static let other = Function {}

  static func distance(of body: @escaping Body) throws -> Int {
    let words = Function(body: body).words
    guard words.captured == 0 else { throw Captures() }
    return words.code - other.words.code
  }

  static func body(at distance: Int) -> Body {
    unsafeBitCast((other.words.code + distance, 0), to: Function.self).body
  }

  /// Runs the test of a part, and blocks no thread of other tasks.
  static func run(_ environment: [String: String]) async throws -> Child.Outcome {
    let arguments = [
      "--testing-library", "swift-testing", "--no-parallel",
      "--filter", "^OwnProcess\\.OwnProcessTests/runsThePart",
    ]
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        let outcome = Result {
          // As long as a suite may run (Scripts/test).
          try Child.run(
            "/proc/self/exe", arguments, environment: environment, within: .seconds(3600))
        }
        continuation.resume(with: outcome)
      }
    }
  }

  struct Captures: Error, CustomStringConvertible {
    let description = "a part captures nothing: give it its values"
  }
}

@Suite struct OwnProcessTests {
  private static let asked = ProcessInfo.processInfo.environment[Part.variable]

  /// The process of a part runs this test alone.
  @MainActor
  @Test(.enabled(if: asked != nil)) func runsThePart() throws {
    let distance = try #require(Int(OwnProcessTests.asked ?? ""))
    if let code = ProcessInfo.processInfo.environment[Part.language] {
      try #require(TestLanguage.all.first { $0.code == code }).use()
    }
    try Part.body(at: distance)()
  }

  @Test func runsTheBodyInAnotherProcess() async {
    await inOwnProcess(given: getpid(), "and a text") {
      let (process, text) = try Given.value(of: Int32.self, String.self)
      #expect(process == getppid() && text == "and a text")
    }
  }

  @Test func aFailureThereIsAFailureHere() async {
    await expectFailure { await inOwnProcess { #expect(getpid() == 0) } }
    await expectFailure { await inOwnProcess { throw CancellationError() } }
    await expectFailure { await inOwnProcess { exit(3) } }
    await expectFailure { await inOwnProcess { kill(getpid(), SIGKILL) } }
  }

  @Test func theSignalIsTheWantedOne() async {
    await inOwnProcess(killedBy: SIGKILL) { kill(getpid(), SIGKILL) }
    await expectFailure { await inOwnProcess(killedBy: SIGKILL) { kill(getpid(), SIGTERM) } }
    await expectFailure { await inOwnProcess(killedBy: SIGKILL) {} }
  }

  @Test func whatCapturesIsRefused() async {
    let here = getpid()
    await expectFailure { await inOwnProcess { #expect(here != 0) } }
  }

  private func expectFailure(_ body: () async -> Void) async {
    await withKnownIssue { await body() }
  }
}
