import Foundation
import HaruCore
import HaruDesktop
import HaruImportExport
import HaruSystem
import HaruText
import Support

/// What reads something that others wrote.
enum Reader: String, CaseIterable {
  case imports, settings, zones, rules, keys, pages, bus

  /// Reads one wrong input.
  ///
  /// - Returns: Whether it could be read.
  /// - Throws: `Failure.unexpected` if the result breaks a promise.
  @MainActor
  func reads(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
    switch self {
    case .imports: try readsImport(corpus, &random)
    case .settings: try readsSettings(corpus, &random)
    case .zones: try readsZone(corpus, &random)
    case .rules: readsRule(corpus, &random)
    case .keys: try readsKey(corpus, &random)
    case .pages: try readsPage(corpus, &random)
    case .bus: try answersCall(corpus, &random)
    }
  }
}

private let now = Instant(1_795_000_000)

/// A file of another program; the corpus names files after their formats.
private func readsImport(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
  let sample = corpus.wrong(&random)
  let format = sample.name.split(separator: ".").first.map(String.init)
  let today = Day(year: 2026, month: 11, day: 20) ?? .latest
  let options = ImportOptions(
    zone: Zone(name: "Asia/Seoul") { _ in 32_400 }, isZoneNamed: Bool.random(using: &random),
    habit: nil, force: Bool.random(using: &random), today: today)
  guard
    let found = try? ImportFormats.read(
      corpus.file(sample.bytes), format: Bool.random(using: &random) ? format : nil, options)
  else { return false }
  if let ahead = found.studied.first(where: { $0 > today }) {
    throw Failure.unexpected("a studied day after today: \(ahead)")
  }
  return true
}

/// A settings file; what was read is written and read again.
private func readsSettings(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
  let path = try corpus.file(corpus.wrong(&random).bytes)
  guard let file = try? KeyFile(path: path),
    let settings = try? Settings(
      lines: file.entries.map { SettingLine(group: $0.group, name: $0.key, value: $0.value) })
  else { return false }
  var copy = Settings()
  for key in Settings.keys {
    let value = key.value(in: settings)
    // A default that cannot be written, such as a weekday that was never chosen, is left out.
    guard key.set(value, in: &copy) || value == key.value(in: Settings()) else {
      throw Failure.unexpected("\(key.group).\(key.name) cannot be read again: \(value)")
    }
  }
  return true
}

/// A zone file, and the boundaries of days in it.
private func readsZone(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
  // libc does not read a file again while TZ keeps its text.
  let name =
    ":" + (try corpus.file(corpus.wrong(&random).bytes, Bool.random(using: &random) ? "a" : "b"))
  setenv("TZ", "UTC", 1)
  LocalZone.update()
  setenv("TZ", name, 1)
  LocalZone.update()
  findsBoundaries(Zone(name: "") { LocalZone.utcOffset(at: $0.seconds) }, &random)
  return LocalZone.utcOffset(at: now.seconds) != 0
}

/// A rule as TZ holds it.
private func readsRule(_ corpus: Corpus, _ random: inout Seeded) -> Bool {
  let text = String(decoding: corpus.wrong(&random).bytes.prefix { $0 != 0 }, as: UTF8.self)
  return LocalZone.usingSeveral { zones in
    guard let utcOffset = zones.utcOffset(of: text) else { return false }
    findsBoundaries(Zone(name: "") { utcOffset($0.seconds) }, &random)
    return true
  }
}

private func findsBoundaries(_ zone: Zone, _ random: inout Seeded) {
  let starts = TimeOfDay(hour: .random(in: 0..<12, using: &random), minute: 30) ?? .midnight
  let boundary = DayBoundary(startsAt: starts, zone: zone)
  for _ in 0..<3 {
    let range: ClosedRange<Int64> =
      Bool.random(using: &random) ? 0...4_000_000_000 : -62_000_000_000...253_000_000_000
    let instant = Instant(.random(in: range, using: &random))
    let day = boundary.day(at: instant)
    _ = (boundary.start(of: day), boundary.end(of: day), boundary.instant(of: starts, on: day))
    _ = (boundary.timeOfDay(at: instant), instant.rfc3339(in: zone))
  }
}

/// Words that come from outside: keys of buttons, days, views, times.
private func readsKey(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
  let text = String(decoding: corpus.wrong(&random).bytes, as: UTF8.self)
  _ = (Day(text), Instant(rfc3339: text), View(rawValue: text))
  guard let intent = Intent(actionKey: text) else { return false }
  guard Intent(actionKey: intent.actionKey) == intent else {
    throw Failure.unexpected("a key that is read as another: \(text)")
  }
  return true
}

/// The page of a guest; no text in its content can harm.
///
/// A line has 200 characters, and the ends of eight isolates.
private func readsPage(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
  guard let page = try? GuestPage(corpus.wrong(&random).bytes) else { return false }
  guard let shown = page.notification else { return true }
  let content = GuestText.content(of: shown, from: "a")
  let texts = [content.title] + content.lines + content.actions.map(\.label)
  guard texts.allSatisfy({ SafeText.line($0) == $0 && $0.count <= 208 }) else {
    throw Failure.unexpected("a text that is not safe: \(texts)")
  }
  return true
}

/// A call of the agent, which answers whatever it gets.
@MainActor
private func answersCall(_ corpus: Corpus, _ random: inout Seeded) throws -> Bool {
  let bus = try Bus.session()
  let name = "io.github.haru.Haru"
  let line = String(decoding: corpus.sample(&random).bytes, as: UTF8.self)
  let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
  guard words.count == 3 else { throw Failure.unexpected(line) }
  let arguments = (0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random) }
  let method = Bus.Method(name, words[0], words[1], words[2])
  if (try? bus.callAndWait(method, arguments, timeoutMilliseconds: 10_000)) != nil { return true }
  guard bus.isOwned(name) else { throw Failure.ended("the agent") }
  return false
}

private func value(_ random: inout Seeded) -> Variant {
  let texts = [
    "2026-11-20", "2026-02-30", "9999-12-31", "-0001-01-01", "", "Today", "calendar-", "💥\u{202e}",
    "io.github.haru.Haru1", String(repeating: "x", count: 100_000),
  ]
  switch Int.random(in: 0..<8, using: &random) {
  case 0: return .bool(.random(using: &random))
  case 1: return .uint32(.random(in: 0...UInt32.max, using: &random))
  case 2: return .int64(.random(in: Int64.min...Int64.max, using: &random))
  case 3: return .strings(texts)
  case 4: return .any(.any(.bool(true)))
  case 5: return .dictionary(["key": .string("value")])
  default: return .string(texts.randomElement(using: &random) ?? "")
  }
}
