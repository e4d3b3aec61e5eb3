import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

/// The command `haru note`.
struct NoteCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "note", abstract: HelpText.note)
  }

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp(HelpText.noteWords, valueName: "word"))
  var words: [String] = []

  func run() throws {
    try onMain {
      let session = try Session()
      guard let first = words.first else { throw Failure(.usage, CommandText.noteNeedsDay) }
      let day = try DayArgument(today: session.today).day([first], mayLieAhead: true)
      if words.count == 1 {
        try NoteCommand.show(day, session)
      } else {
        try NoteCommand.write(words.dropFirst().joined(separator: " "), on: day, session)
      }
    }
  }

  @MainActor
  private static func show(_ day: Day, _ session: Session) throws {
    let notes = try session.read { (store) throws(StoreError) in try store.notes() } ?? [:]
    guard let note = notes[day] else {
      throw Failure(.refused, CommandText.noNote(day))
    }
    try printOutput(StandardStream.output.isTerminal ? ForeignText.lines(note) : note)
  }

  @MainActor
  private static func write(_ text: String, on day: Day, _ session: Session) throws {
    let isChanged = try session.change { (store, provenance) throws(StoreError) in
      try store.setNote(text.isEmpty ? nil : text, on: day, by: provenance)
    }
    say(StatusText.noted(isChanged ? [day] : [], isNoted: !text.isEmpty))
  }
}
