import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

struct NoteCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "note", abstract: text("Write a note on a day, or print it."),
      usage: """
        haru note [<day>] [<text> ...]
        haru note --list [--search <text>] [<day> ...]
        """)
  }

  @Flag(
    help: .of(
      text("List the notes, newest first; of the given days only, if there are any.")))
  var list = false

  @Option(help: .of(text("List the notes that contain this text."), valueName: "text"))
  var search: String?

  @Argument(
    parsing: .allUnrecognized,
    help: .of(
      text(
        "the day, by default today, then the text; '' removes the note; -- before text that begins with a dash"
      ),
      valueName: "day text"),
    completion: .day)
  var words: [String] = []

  private static let options = ["--list", "--search"]

  private var isListing: Bool { list || search != nil || isListWord }

  /// Whether it is a word alone that asks for the list, as elsewhere; with more words it is a text.
  private var isListWord: Bool { ["list", "ls"].contains { words == [$0] } }

  func validate() throws {
    if isListing {
      _ = try listedDays()
    } else {
      _ = try typed()
      if let verb { throw ValidationError(NoteCommand.isNoText(verb)) }
    }
  }

  /// A word alone, or before days, that asks for something else than a note of that word; `nil` for a text.
  private var verb: String? {
    let verbs = [
      "show", "print", "view", "edit", "remove", "rm", "delete", "clear", "help",
    ]
    guard let first = words.first, verbs.contains(first) else { return nil }
    return words.dropFirst().allSatisfy { DayRange($0) != nil } ? first : nil
  }

  private static func isNoText(_ verb: String) -> String {
    text(
      "{word} is no note; to print the note: {show}; to remove it: {remove}; for that word: {write}",
      [
        "word": verb, "show": "haru note DAY", "remove": "haru note DAY ''",
        "write": "haru note -- " + verb,
      ])
  }

  func run(in context: CommandContext) throws {
    if isListing { return try printList(context) }
    let (range, text) = try typed()
    let day = try range.day(context)
    if text.isEmpty {
      try NoteCommand.show(day, context)
    } else {
      let note = text.joined(separator: " ")
      let isBlank = note.allSatisfy(\.isWhitespace)
      let showsText = range.contains(where: \.isNumber)
      try NoteCommand.write(isBlank ? "" : note, on: day, showsText: showsText, context)
    }
  }

  /// The day, none for today, and the text behind it.
  private func typed() throws(ValidationError) -> (day: [DayRange], text: [String]) {
    let all = try Operands.of(words, options: NoteCommand.options, isText: true)
    // Behind `--` everything is text.
    let text = words.firstIndex(of: "--").map { all[$0...] } ?? []
    var rest = all.dropLast(text.count)
    let range = try DayRange.beforeText(&rest)
    return (range.map { [$0] } ?? [], Array(rest + text))
  }

  private func listedDays() throws(ValidationError) -> [DayRange] {
    try [DayRange](isListWord ? [] : words, options: NoteCommand.options)
  }

  @MainActor
  private func printList(_ context: CommandContext) throws {
    let ranges = try listedDays()
    let wanted = try Set(ranges.days(context, mayLieAhead: true))
    let notes = try context.read { try $0.notes() } ?? [:]
    let words = search?.lowercased() ?? ""
    let found = notes.filter { day, note in
      (ranges.isEmpty || wanted.contains(day))
        && (words.isEmpty || note.lowercased().includes(words))
    }
    guard !found.isEmpty else { throw Failure(.refused, text("no notes found")) }
    let lines = found.sorted { $0.key > $1.key }.map { "\($0.key) · \($0.value)" }
    try printListed(lines)
  }

  @MainActor
  private static func show(_ day: Day, _ context: CommandContext) throws {
    let notes = try context.read { try $0.notes() } ?? [:]
    guard let note = notes[day] else {
      throw Failure(
        .refused,
        text(
          "no note on this day: {day}; to write one: haru note {day} TEXT", ["day": day.description]
        ))
    }
    try printOutput(note)
  }

  // The answer shows the text where the number of the day may be meant as a part of it.
  @MainActor
  private static func write(
    _ note: String, on day: Day, showsText: Bool, _ context: CommandContext
  ) throws {
    guard note.utf8.count <= StoredBounds.noteBytes else {
      throw Failure(
        .badData,
        text(
          "a note of {size} kB is too long; a note has at most {limit} kB",
          [
            "size": NumberText.kilobytes(note.utf8.count),
            "limit": NumberText.kilobytes(StoredBounds.noteBytes),
          ]))
    }
    let before = try context.read { try $0.notes() }?[day]
    let isChanged: Bool
    if note.isEmpty {
      isChanged =
        try context.changeStoreIfPresent { store, provenance in
          try store.setNote(nil, on: day, by: provenance)
        } ?? false
    } else {
      isChanged = try context.changeStore { store, provenance in
        try store.setNote(note, on: day, by: provenance)
      }
    }
    printMessage(
      isChanged
        ? StatusText.noted(
          day, note, showsText: showsText, before: before, today: context.today)
        : StatusText.nothingChanged)
  }
}
