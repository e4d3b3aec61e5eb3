import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruImportExport
import HaruLog
import HaruStore
import HaruSystem
import HaruText

/// Asks one source, and marks what it says (docs/sources.md).
@MainActor
struct SourceReader {
  let source: DaySource
  /// The first day that it may mark.
  let since: Day
  /// What it said before; `nil` for a new one.
  let known: SourceNotes.Note?
  let context: CommandContext

  /// How many seconds a program has.
  private static let limitSeconds = 5
  private static let longestWords = 200
  /// How many days that are to come it keeps, so that a person sees what is not marked.
  private static let mostAhead = 7
  private static let mostPlanned = 400

  /// Asks it.
  ///
  /// - Parameter marks: Whether what it says is marked. Then its file is read only if it has changed, or the store does
  ///   not have what it said.
  /// - Returns: Its answer; the same again if its file is as it was.
  /// - Throws: Why it has failed.
  func answer(marks: Bool) throws -> SourceAnswer {
    var answer = SourceAnswer(source.name)
    let read: () throws -> Import.Found
    switch source.origin {
    case .program(let path):
      read = { try Self.found(in: output(of: path), context) }
    case .file(let words, let line):
      let command = try source.importCommand(words, line)
      // What was read may speak of a later day.
      answer.stamp = command.stamps.map { stamps in
        (stamps.map(\.description) + [context.today.description] + words).joined(separator: " ")
      }
      if marks, let last = known?.answer, try isAsItWas(last, answer.stamp) {
        (answer.said, answer.held, answer.withheld) = (last.said, last.held, last.withheld)
        answer.unread = last.unread
        answer.cleared = try cleared(among: last.said)
        return answer
      }
      read = { try command.read(context, asSource: true) }
    }
    // Again if another import from the same source comes between reading and marking.
    repeat {
      let found = try read()
      if case .file(let words, _) = source.origin { answer.held = try held(found, by: words) }
      answer.unread = source.isFile ? ImportText.unreadRows(of: found) : nil
      tell(found, in: &answer)
      answer.withheld = try unmarked(answer.withheld)
      answer.cleared = try cleared(among: answer.said)
      if try !marks || mark(&answer, found) { return answer }
    } while true
  }

  /// Whether its file has not changed since it was read without a failure, and the store has what it said.
  private func isAsItWas(_ last: SourceAnswer, _ stamp: String?) throws -> Bool {
    try stamp != nil && stamp == last.stamp && last.problem == nil && !isNews(last.said)
  }

  /// Marks what it says.
  ///
  /// - Returns: Whether it was as it was read.
  private func mark(_ answer: inout SourceAnswer, _ found: Import.Found) throws -> Bool {
    let said = answer.said
    try noteTold(said.keys.sorted())
    let provenance = Provenance(at: context.now, in: context.zone, source: .import)
    let body = { (store: Store, _: Provenance) in
      try store.mark(said, saidBy: source.name, of: source.isFile ? found : nil, by: provenance)
    }
    var marked: [Day]? = []
    if try isNews(said) {
      marked = try context.changeStore(body)
      // Another source may have marked today meanwhile, and told it.
      if marked?.contains(context.today) == false { context.leaveOutHook() }
    } else if !found.newZones.isEmpty {
      // The zones of its rows are no news for anybody.
      marked = try context.write(body)
    }
    answer.marked = marked ?? []
    return marked != nil
  }

  /// Notes the days of a program before they are marked, because all that marks may be ended at any moment.
  ///
  /// - Throws: Why they cannot be noted. A journey could put another day over the same evidence then.
  private func noteTold(_ days: [Day]) throws(GLibError) {
    guard !source.isFile, days.contains(where: { known?.told[$0] == nil }) else { return }
    let (today, boundary) = (context.today, context.provider.boundary)
    try SourceNotes.change { $0.tell(days, by: source, today: today, boundary) }
  }

  /// Whether the store does not have what it says.
  private func isNews(_ said: [Day: String]) throws -> Bool {
    let isNews = try context.read { store in
      try !store.newDays(among: Set(said.keys), saidBy: source.name).isEmpty
    }
    return isNews ?? !said.isEmpty
  }

  private func cleared(among said: [Day: String]) throws -> [Day] {
    try context.read { try $0.cleared(among: Set(said.keys)).sorted() } ?? []
  }

  private func unmarked(_ days: [Day]) throws -> [Day] {
    try context.read { store in try days.filter { try !store.isStudied($0) } } ?? days
  }

  /// Tells the days of which it may speak, with its words, and those of which it may not.
  private func tell(_ found: Import.Found, in answer: inout SourceAnswer) {
    // A file may have plans for years, and so may a program print them.
    let ahead = source.isFile ? [] : Array(found.ahead.sorted().prefix(Self.mostAhead))
    (answer.said, answer.withheld) = ([:], ahead)
    let days = [context.today.advanced(by: -1), context.today].compactMap(\.self)
    for day in days where found.studied.contains(day) {
      guard day >= since, !answer.held.planned.contains(day), source.isFile || !isToldOtherwise(day)
      else {
        answer.withheld.append(day)
        continue
      }
      // The notes of a file are the user's own.
      let words =
        source.isFile
        ? found.reviews[day].map { text("{count} review", "{count} reviews", count: $0) }
        : found.notes[day]
      answer.said[day] = SafeText.short(words ?? "", to: Self.longestWords)
    }
  }

  /// What holds for its file from now on; days that stood there before they began, as long as they do.
  ///
  /// - Throws: A failure if other columns of a table are read than before.
  private func held(_ found: Import.Found, by line: [String]) throws -> SourceAnswer.Held {
    let before = known?.answer.held ?? SourceAnswer.Held(line: line, columns: found.columns)
    let isOther = before.columns.map { $0.lowercased() } != found.columns.map { $0.lowercased() }
    if before.line == line, isOther {
      let command = ["haru", "import", "--keep", source.name] + line
      throw Failure(
        .badData,
        text(
          "its columns are not those that were kept: {columns}; to keep it as it is: {command}",
          [
            "columns": ListText.words(before.columns.filter { !$0.isEmpty }),
            "command": command.map(shellQuoted).joined(separator: " "),
          ]))
    }
    let open = before.plans(in: found).filter { $0.days(since: context.today) >= -1 }
    return SourceAnswer.Held(
      line: line, columns: found.columns, planned: Set(open.sorted().prefix(Self.mostPlanned)))
  }

  /// Whether the time of a day overlaps that of another day that this program has told here: after a journey, or with
  /// another start of the day, both may be the same evidence.
  private func isToldOtherwise(_ day: Day) -> Bool {
    let boundary = context.provider.boundary
    let time = boundary.start(of: day)..<boundary.end(of: day)
    return known?.told.contains { $0.key != day && $0.value.overlaps(time) } ?? false
  }

  // MARK: A program

  private func output(of path: String) throws -> [UInt8] {
    if let link = Files.brokenLink(above: path) {
      throw Failure(.noInput, ErrorText.line(.noSuchFile(link.target), path: path))
    }
    if let refusal = source.refusal { throw Failure(.refused, refusal) }
    return try AskedProgram.output(
      of: [path], withholding: GuestProgram.allSecrets, adding: days, limit: Self.limitSeconds)
  }

  /// The days that a program may speak of, and their instants.
  private var days: [String: String] {
    let (today, boundary) = (context.today, context.provider.boundary)
    let named = [("TODAY", today), ("YESTERDAY", today.advanced(by: -1))]
    var variables = [DaySource.variable: source.name]
    for case (let name, let day?) in named {
      variables["HARU_\(name)"] = day.description
      variables["HARU_\(name)_BEGINS"] = String(boundary.start(of: day).seconds)
      variables["HARU_\(name)_ENDS"] = String(boundary.end(of: day).seconds)
    }
    return variables
  }

  /// Reads lines of a day and a reason.
  private static func found(
    in output: [UInt8], _ context: CommandContext
  ) throws -> Import.Found {
    let lines = output.withoutByteOrderMark
    guard !lines.allSatisfy({ [9, 10, 13, 32].contains($0) }) else {
      return Import.Found(origin: "", sourceID: "", studied: [])
    }
    let options = ImportOptions(zone: context.zone, isOfSource: true, today: context.today)
    let found: Import.Found
    var isBelowOurs = false
    do throws(ImportError) {
      let source = try Source(Array(lines))
      isBelowOurs = !ImportFormats.hasHeader(source)
      let table = isBelowOurs ? try Source(withHeader(lines)) : source
      found = try ImportFormats.read(table, format: "csv", options)
    } catch {
      var error = error
      if isBelowOurs, case .openQuote(let line) = error { error = .openQuote(line: line - 1) }
      throw Failure(error, path: text("the output of the program"))
    }
    guard !found.isEmpty || !found.ahead.isEmpty || found.skipped.isEmpty else {
      throw Failure(
        .badData,
        text(
          "the output of the program has no line such as {example}",
          ["example": "2026-11-27,43 reviews"]))
    }
    return found
  }

  /// Lines of a day and a reason below the names of their columns; a reason that is not quoted ends with its line.
  private static func withHeader(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
    var table = Array("date,note\n".utf8)
    var isInQuotes = false
    for line in text.split(whereSeparator: { [10, 13].contains($0) }) {
      let day = line.prefix { $0 != comma }
      let reason = line[day.endIndex...].dropFirst().drop { $0 == UInt8(ascii: " ") }
      if isInQuotes || reason.first == quote {
        table += line
        if !line.count { $0 == quote }.isMultiple(of: 2) { isInQuotes.toggle() }
      } else {
        table += [day, [comma, quote]].joined()
        for byte in reason { table += byte == quote ? [quote, quote] : [byte] }
        table.append(quote)
      }
      table.append(10)
    }
    return table
  }
}

extension DaySource {
  /// The import of a kept file.
  ///
  /// - Throws: Why its line is none.
  func importCommand(_ words: [String], _ line: String) throws(Failure) -> ImportCommand {
    let list = DaySource.list
    guard let command = try? ImportCommand.parse(words) else {
      throw Failure(
        .configuration,
        text(
          "the line of the source in {file} is not understood: {line}; correct it, or remove it: {command}",
          [
            "file": list, "line": SafeText.short("\(name)=\(line)", to: 200),
            "command": "haru sources remove \(name)",
          ]))
    }
    guard command.file.hasPrefix("/") else {
      throw Failure(
        .configuration,
        text(
          "the path {path} in {file} does not begin with /", ["path": command.file, "file": list]))
    }
    return command
  }

  /// Why it must not be asked, in a sentence; `nil` if it may.
  var refusal: String? {
    switch origin {
    case .program(let path): return Self.refusal(of: path)
    case .file(let words, let line):
      do throws(Failure) {
        _ = try importCommand(words, line)
        return nil
      } catch {
        return error.message
      }
    }
  }

  private static func refusal(of path: String) -> String? {
    WayToFile.weakness(to: path).map { weakness in
      switch weakness {
      case .foreign(let path): text("{path} belongs to another user", ["path": path])
      case .open(let path):
        text(
          "other users may write {path}; to take that from them: chmod go-w {path}",
          ["path": shellQuoted(path)])
      }
    }
  }
}
