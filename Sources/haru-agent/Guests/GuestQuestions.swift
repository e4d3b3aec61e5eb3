internal import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// Asks a guest, by a process for each question (docs/guests.md#the-question).
@MainActor
final class GuestQuestions {
  /// Questions of one kind wait for each other, and for no others.
  private enum Kind {
    case press, time, other

    init(_ reason: GuestQuestion.Reason) {
      switch reason {
      case .press: self = .press
      case .time: self = .time
      case .start, .changed, .shown: self = .other
      }
    }

    var seconds: Int { self == .time ? 600 : 60 }
  }

  private let program: String
  private let withheld: [String]
  private var running: [Kind: AskedProgram] = [:]
  private var waiting: [Kind: [GuestQuestion]] = [:]
  /// The number of the question that was asked last, and the highest of those that were answered.
  private var (asked, answered) = (0, 0)

  /// The tag of what is shown, for questions that name no page.
  var tag: @MainActor () -> String? = { nil }
  /// Receives each answer, in a later turn of the loop.
  var onAnswer: @MainActor (GuestEvent) -> Void = { _ in }

  /// Prepares questions to a program, which does not get some variables of the environment.
  init(_ program: String, withholding withheld: [String]) {
    (self.program, self.withheld) = (program, withheld)
  }

  /// Whether such a question is under way.
  func isAsked(_ reason: GuestQuestion.Reason) -> Bool { running[Kind(reason)] != nil }

  /// Asks, or has the question wait for the one of its kind that is under way; of equal ones that wait, one is
  /// asked, and each press.
  func ask(_ question: GuestQuestion) {
    let kind = Kind(question.reason)
    if kind != .press { waiting[kind]?.removeAll { $0.reason == question.reason } }
    waiting[kind, default: []].append(question)
    askNext(kind)
  }

  /// Ends all that is under way but presses, which the user has made already.
  func stop() {
    waiting = [:]
    for (kind, program) in running where kind != .press { program.stop() }
  }

  private func askNext(_ kind: Kind) {
    guard running[kind] == nil, var question = waiting[kind]?.first else { return }
    waiting[kind]?.removeFirst()
    question.tag = question.tag ?? tag()
    asked += 1
    let (now, number) = (question, asked)
    do {
      running[kind] = try AskedProgram(
        command(kind), withholding: withheld, question: now.line, limit: kind.seconds
      ) { [weak self] in self?.ended(now, number, $0) }
    } catch {
      MainLoop.later { [weak self] in self?.ended(now, number, .failure(error)) }
    }
  }

  /// In the agent's unit, what a press opens would have the agent's restrictions (docs/desktop.md#hardening).
  private func command(_ kind: Kind) -> [String] {
    let words = [program, "guest"]
    guard kind == .press, ProgramFile.isSystemds else { return words }
    return OwnUnit.starting(words, limit: kind.seconds * 1000)
  }

  private func ended(
    _ question: GuestQuestion, _ number: Int, _ output: Result<[UInt8], AskedProgram.NoAnswer>
  ) {
    let kind = Kind(question.reason)
    running[kind] = nil
    let page = output.mapError { GLibError("\($0)") }.flatMap { Self.page($0) }
    let isOvertaken = number < answered
    switch page {
    case .success: answered = max(answered, number)
    // Who has just failed is asked for presses alone.
    case .failure: if kind != .press { waiting[kind] = nil }
    }
    askNext(kind)
    onAnswer(.answered(question, page, isOvertaken: isOvertaken))
  }

  private static func page(_ bytes: [UInt8]) -> Result<GuestPage, GLibError> {
    do throws(MessageError) {
      return .success(try GuestPage(bytes))
    } catch {
      return .failure(GLibError("wrong: " + SafeText.value(error.member)))
    }
  }
}
