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
  let context: CommandContext

  /// How many seconds a program has.
  private static let limitSeconds = 5
  private static let longestWords = 200

  /// Asks it.
  ///
  /// - Parameters:
  ///   - since: The first day that it may mark.
  ///   - known: What it said before; its file is read only if it has changed, or the store does not have what it said.
  ///   - marks: Whether what it says is marked.
  /// - Returns: Its answer; the same again if its file is as it was.
  /// - Throws: Why it has failed.
  func answer(since: Day, known: SourceAnswer?, marks: Bool) throws -> SourceAnswer {
    var answer = SourceAnswer(source.name)
    let found: Import.Found
    switch source.origin {
    case .program(let path):
      found = try Self.found(in: output(of: path), context)
    case .file(let words):
      guard let command = try? ImportCommand.parse(words) else {
        throw Failure(.configuration, SourceText.badLine(in: DaySource.list))
      }
      guard command.file.hasPrefix("/") else {
        throw Failure(.configuration, SourceText.isNotWhole(command.file, in: DaySource.list))
      }
      // What was read may speak of a later day.
      answer.stamp = Self.stamp(of: command.file).map {
        ([$0, context.today.description] + words).joined(separator: " ")
      }
      if let known, let stamp = known.stamp, stamp == answer.stamp, try !isNews(known.said) {
        answer.said = known.said
        answer.cleared = try cleared(among: known.said)
        return answer
      }
      found = try command.read(context, asSource: true)
    }
    answer.said = words(of: found, since: since)
    if !source.isFile { answer.said = try withoutJourneys(answer.said) }
    answer.cleared = try cleared(among: answer.said)
    if marks { try mark(&answer, found) }
    return answer
  }

  /// Marks what it says.
  private func mark(_ answer: inout SourceAnswer, _ found: Import.Found) throws {
    let said = answer.said
    let provenance = Provenance(at: context.now, in: context.zone, source: .import)
    let body = { (store: Store, _: Provenance) in
      try store.mark(said, saidBy: source.name, of: source.isFile ? found : nil, by: provenance)
    }
    if try isNews(said) {
      answer.marked = try context.changeStore(body)
    } else if !found.newZones.isEmpty {
      // The zones of its rows are no news for anybody.
      _ = try context.write(body)
    }
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

  /// The days of which it may speak, with its words.
  private func words(of found: Import.Found, since: Day) -> [Day: String] {
    let days = [context.today.advanced(by: -1), context.today].compactMap(\.self)
    var said: [Day: String] = [:]
    for day in days where day >= since && found.studied.contains(day) {
      // The notes of a file are the user's own.
      let words = source.isFile ? found.reviews[day].map(SourceText.reviews) : found.notes[day]
      said[day] = SafeText.short(words ?? "", to: Self.longestWords)
    }
    return said
  }

  /// Leaves out the days whose time overlaps that of another day that this source has told here, in the zone of then:
  /// after a journey both may be the same evidence.
  private func withoutJourneys(_ said: [Day: String]) throws -> [Day: String] {
    let told = try context.read { try $0.daysTold(by: source.name, here: true) } ?? [:]
    let boundary = context.provider.boundary
    return said.filter { day, _ in
      !told.contains { other, place in
        guard other != day, place.zone != context.zone.name else { return false }
        let zone = Zone(name: place.zone) { _ in place.utcOffset }
        let then = DayBoundary(startsAt: boundary.startsAt, zone: zone)
        return then.start(of: other) < boundary.end(of: day)
          && boundary.start(of: day) < then.end(of: other)
      }
    }
  }

  // MARK: A file

  /// What tells whether a file is as it was, with the log beside a database; `nil` for a folder, in which any file may
  /// have changed.
  private static func stamp(of path: String) -> String? {
    let file = Files.resolved(path)
    guard !Files.isDirectory(file) else { return nil }
    return FileStamp(file).map { "\($0) \(FileStamp(file + "-wal")?.description ?? "")" }
  }

  // MARK: A program

  private func output(of path: String) throws -> [UInt8] {
    if let refusal = source.refusal { throw Failure(.refused, refusal) }
    var answer: Result<[UInt8], AskedProgram.NoAnswer>?
    let program = try AskedProgram(
      [path], withholding: GuestProgram.allSecrets, adding: days, question: nil,
      limit: Self.limitSeconds
    ) {
      answer = $0
      MainLoop.quit()
    }
    while answer == nil { MainLoop.run() }
    program.endGroup()
    return try answer?.get() ?? []
  }

  /// The days that a program may speak of, and their instants.
  private var days: [String: String] {
    let (today, boundary) = (context.today, context.provider.boundary)
    let named = [("TODAY", today), ("YESTERDAY", today.advanced(by: -1))]
    var variables: [String: String] = [:]
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
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = output.starts(with: mark) ? output.dropFirst(mark.count) : output[...]
    guard !text.allSatisfy({ [9, 10, 13, 32].contains($0) }) else {
      return Import.Found(origin: "", sourceID: "", studied: [])
    }
    let hasHeader = text.prefix { $0 != 10 }.map { $0 | 0x20 }.starts(with: Array("date".utf8))
    var table = hasHeader ? [] : Array("date,note\n".utf8)
    for line in text.split(whereSeparator: { [10, 13].contains($0) }) {
      // A day alone has no words.
      let isDay = !hasHeader && !line.contains(UInt8(ascii: ","))
      table += line
      table += (isDay ? ",\n" : "\n").utf8
    }
    let options = ImportOptions(zone: context.zone, isOfSource: true, today: context.today)
    let found: Import.Found
    do throws(ImportError) {
      found = try ImportFormats.read(Source(table), format: "csv", options)
    } catch {
      throw Failure(error, path: SourceText.output)
    }
    guard !found.isEmpty || found.skipped.isEmpty else {
      throw Failure(.badData, SourceText.noDays)
    }
    return found
  }
}

extension DaySource {
  /// Why it must not run, in a sentence; `nil` if it may.
  var refusal: String? {
    guard case .program(let path) = origin else { return nil }
    return WayToFile.weakness(to: path).map { weakness in
      switch weakness {
      case .foreign(let path): SourceText.isForeign(path)
      case .open(let path): SourceText.isOpen(path)
      }
    }
  }
}
