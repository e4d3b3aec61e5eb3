import HaruCommand
import HaruCore
import HaruDesktop
import HaruImportExport
import HaruSystem
import HaruText

/// Asks sources side by side, each in a process of its own, so that one that hangs or fails costs itself.
@MainActor
final class SourceRound {
  /// A little more than the program of a source and a locked store have together.
  private static let limitSeconds = 12
  /// Failures within it are one: a login may ask for yesterday, and again before it asks about today.
  private static let occasionSeconds: Int64 = 60
  /// How many characters of a cause are shown: a command with a long path is whole.
  private static let longestProblem = 500
  /// From there on nobody counts.
  private static let mostFailures = 1000

  private let context: CommandContext
  private var notes = SourceNotes()
  private var answers: [(source: DaySource, answer: SourceAnswer)] = []
  /// Where files are copied to be read: what reads one may be ended before it has removed its copy.
  private lazy var copies = try? TemporaryDirectory()
  /// Why kept files could not be asked, or the answers could not be noted; what is marked is marked all the same.
  private(set) var problem: GLibError?

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Asks them.
  ///
  /// - Parameters:
  ///   - names: The sources to ask; all if there is none.
  ///   - marks: Whether they mark what they say, and their answers are noted.
  /// - Returns: Their answers, by name.
  /// - Throws: A failure for a name that no source has; why they cannot be asked.
  func ask(_ names: [String] = [], marks: Bool) throws -> [SourceAnswer] {
    if let source = DaySource.running {
      throw Failure(.refused, text("the source {name} cannot ask sources", ["name": source]))
    }
    let (all, listProblem) = try DaySource.readable()
    problem = listProblem
    for name in names { _ = try DaySource.named(name, among: all) }
    let asked = names.isEmpty ? all : all.filter { names.contains($0.name) }
    guard !asked.isEmpty else { return [] }
    // What has arrived comes first: a day that was cleared elsewhere stays clear.
    _ = try context.read { _ in }
    notes.begin(all, today: context.today)
    // From now on it is known since when there are new ones.
    if marks { note { $0.begin(all, today: self.context.today) } }
    for source in asked { ask(source, marks: marks) }
    while answers.count < asked.count { MainLoop.run() }
    if marks {
      note { notes in
        for (source, answer) in self.answers {
          notes.note(answer, of: source, at: self.context.now)
        }
      }
    }
    return answers.map(\.answer).sorted { $0.source < $1.source }
  }

  private func note(_ body: (inout SourceNotes) -> Void) {
    do throws(GLibError) {
      try SourceNotes.change(body)
    } catch {
      problem = error
      // Nobody counts from now on, so what fails is named at once.
      for index in answers.indices where answers[index].answer.problem != nil {
        answers[index].answer.failures = Self.mostFailures
      }
    }
  }

  private func ask(_ source: DaySource, marks: Bool) {
    let words = [ProgramFile().path, "sources", "take", source.name] + (marks ? [] : ["--try"])
    var variables: [String: String] = [:]
    if source.isFile { variables["TMPDIR"] = copies?.path }
    do {
      _ = try AskedProgram(words, adding: variables, question: nil, limit: Self.limitSeconds) {
        [weak self] in self?.ended(source, $0)
      }
    } catch {
      ended(source, .failure(error))
    }
  }

  private func ended(_ source: DaySource, _ result: Result<[UInt8], AskedProgram.NoAnswer>) {
    let note = notes[source]
    let known = note?.answer
    var answer: SourceAnswer
    do {
      answer = try SourceAnswer(line: String(decoding: try result.get(), as: UTF8.self))
    } catch {
      answer = SourceAnswer(source.name)
      answer.problem = SafeText.short(context.failure(error).message, to: Self.longestProblem)
    }
    if answer.problem != nil {
      let before = known?.failures ?? 0
      let passed = context.now.seconds - (note?.at ?? context.now).seconds
      let isAgain = before > 0 && (0..<Self.occasionSeconds).contains(passed)
      answer.failures = isAgain ? before : min(before, Self.mostFailures) + 1
      answer.held = known?.held ?? SourceAnswer.Held()
    }
    answers.append((source, answer))
    MainLoop.quit()
  }
}
