import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

struct SourcesCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sources",
      abstract: text("Files and programs that tell which days were studied."),
      discussion: text(
        """
        haru import FILE --keep NAME keeps a file. A program is an executable file in \
        ~/.config/haru/sources. Haru asks them before a notification that would ask whether you have \
        studied. They may mark today and yesterday, and never a day that you have cleared.
        """),
      subcommands: [List.self, Ask.self, Remove.self, Take.self], defaultSubcommand: List.self)
  }

  struct List: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("list", text("List the sources, with what they said last and would say now."))
    }

    func run(in context: CommandContext) throws {
      let sources = try DaySource.all()
      let found = FoundSource.all.map { "  " + $0.command.map(shellQuoted).joined(separator: " ") }
      let rest =
        try DaySource.others().map(\.sentence)
        + (found.isEmpty ? [] : [text("Found here, and not kept:")] + found)
      guard !sources.isEmpty else {
        return try printText(([SourceText.none] + rest).joined(separator: "\n"))
      }
      let notes = SourceNotes()
      let answers = try SourceRound(context).ask(marks: false)
      let blocks = sources.map { source in
        SourceText.block(
          source.name, of: source.place, notes[source]?.answer,
          asked: notes[source]?.at.map(context.when.at),
          now: answers.first { $0.source == source.name })
      }
      try printListed(blocks.flatMap(\.self))
      // A command is copied, and therefore not broken.
      if !rest.isEmpty { try printText(rest.joined(separator: "\n")) }
    }
  }

  struct Ask: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("ask", text("Ask the sources now, and mark the days that they name."))
    }

    @Argument(
      help: .of(text("The name of the source."), valueName: "name"), completion: .sourceName)
    var names: [String] = []

    @Flag(help: .hidden)
    var report = false

    func run(in context: CommandContext) throws {
      let round = SourceRound(context)
      let answers = try round.ask(names, marks: true)
      if report { return try answers.forEach { try printOutput($0.line) } }
      // One that today's notification names as failing may work by now.
      RunningAgent.reload()
      try answers.isEmpty && round.problem == nil
        ? printText(SourceText.none) : printListed(answers.map(SourceText.line))
      if let problem = round.problem { throw Failure(.cannotCreate, "\(problem)") }
      if answers.contains(where: { $0.problem != nil }) {
        throw ExitCode(Failure.Status.refused.rawValue)
      }
    }
  }

  struct Remove: ContextCommand {
    static var configuration: CommandConfiguration {
      .init("remove", text("Ask a kept file no longer; its days stay."))
    }

    @Argument(
      help: .of(text("The name of the source."), valueName: "name"), completion: .keptName)
    var name: String

    func run(in context: CommandContext) throws {
      if try !DaySource.kept().contains(where: { $0.name == name }),
        case .program(let path) = try DaySource.named(name, among: DaySource.all()).origin
      {
        throw Failure(.refused, SourceText.isProgram(name, "rm \(shellQuoted(path))"))
      }
      try DaySource.keep(nil, as: name)
      RunningAgent.reload()
      printMessage(text("Removed: the source {name}. Its days stay.", ["name": name]))
    }
  }

  /// One source, in a process that may hang or be ended.
  struct Take: LocalCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "take",
        abstract: text("Ask the sources now, and mark the days that they name."),
        shouldDisplay: false)
    }

    @Flag(name: .customLong("try"))
    var isTrial = false

    @Argument
    var name: String

    func run(in context: CommandContext) throws {
      let source = try DaySource.named(name, among: DaySource.readable().sources)
      let notes = SourceNotes()
      let reader = SourceReader(
        source: source, since: notes.since(source, today: context.today), known: notes[source],
        context: context)
      do {
        try printOutput(try reader.answer(marks: !isTrial).line)
      } catch {
        var answer = SourceAnswer(name)
        answer.problem = context.failure(error).message
        try printOutput(answer.line)
      }
    }
  }
}

extension DaySource {
  /// The source of a name.
  ///
  /// - Throws: A failure if there is none.
  static func named(_ name: String, among sources: [DaySource]) throws -> DaySource {
    guard let source = sources.first(where: { $0.name == name }) else {
      throw Failure(
        .noInput,
        text(
          "there is no source {name}; to list them: haru sources", ["name": SafeText.value(name)]))
    }
    return source
  }

  /// The file that is read or started.
  var place: String {
    switch origin {
    case .program(let path): path
    case .file(let words, let line): (try? ImportCommand.parse(words))?.file ?? line
    }
  }
}

extension DaySource.Other {
  /// Why it is no source.
  var sentence: String {
    switch self {
    case .name(let name): SourceText.notAName(name)
    case .notExecutable(let path):
      text(
        "{path} is not executable; to make it a source: {command}",
        ["path": SafeText.line(path), "command": "chmod u+x " + SafeText.line(shellQuoted(path))])
    case .line(let place):
      text(
        "{place} is not the line of a kept file below {group}",
        ["place": place, "group": "[Files]"])
    case .program(let name):
      text("the kept file {name} is not read: a program has its name", ["name": name])
    }
  }
}

extension AskedProgram.NoAnswer {
  /// The reason in the user's language.
  var sentence: String {
    switch self {
    case .notStarted(let error):
      text(
        "{reason}; is the program installed that the first line of the file names?",
        ["reason": error.message])
    case .late(let seconds): text("no answer in {count} s", ["count": String(seconds)])
    case .tooLong(let bytes):
      text("the program prints {size} or more", ["size": "\(bytes / 1024) kB"])
    case .status(let status, let line):
      text("status {number}", ["number": String(status)]) + (line.map { ": " + $0 } ?? "")
    case .stopped: description
    }
  }
}
