import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

/// The command `haru note`.
///
/// Every word after the day is text, so none is an option, not even `--help`.
struct NoteCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "note", abstract: HelpText.note, usage: "haru note <day> [<text> ...]")
  }

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp(HelpText.noteWords, valueName: "day text"))
  var words: [String] = []

  func run() throws {
    switch words.first {
    case "-h", "--help": throw CleanExit.helpRequest(self)
    case "--version": throw CleanExit.message(Haru.configuration.version)
    default: break
    }
    try Session.run { session in
      var rest = NoteCommand.withoutTerminator(words[...])
      guard let first = rest.popFirst() else { throw Failure(.usage, CommandText.noteNeedsDay) }
      guard let range = DayRange(first) else {
        throw Failure(.usage, CommandText.notADay(first))
      }
      let day = try [range].day(today: session.today, mayLieAhead: true)
      let text = NoteCommand.withoutTerminator(rest)
      if text.isEmpty {
        try NoteCommand.show(day, session)
      } else {
        try NoteCommand.write(text.joined(separator: " "), on: day, session)
      }
    }
  }

  /// The words without a leading `--`, which ends the options.
  private static func withoutTerminator(_ words: ArraySlice<String>) -> ArraySlice<String> {
    words.first == "--" ? words.dropFirst() : words
  }

  @MainActor
  private static func show(_ day: Day, _ session: Session) throws {
    let notes = try session.read { (store) throws(StoreError) in try store.notes() } ?? [:]
    guard let note = notes[day] else {
      throw Failure(.refused, CommandText.noNote(day))
    }
    try printOutput(note)
  }

  @MainActor
  private static func write(_ text: String, on day: Day, _ session: Session) throws {
    let isChanged: Bool
    if text.isEmpty {
      isChanged =
        try session.changePresent { (store, provenance) throws(StoreError) in
          try store.setNote(nil, on: day, by: provenance)
        } ?? false
    } else {
      isChanged = try session.change { (store, provenance) throws(StoreError) in
        try store.setNote(text, on: day, by: provenance)
      }
    }
    say(StatusText.noted(isChanged ? [day] : [], isNoted: !text.isEmpty))
  }
}
