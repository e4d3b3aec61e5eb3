import ArgumentParser
import HaruCommand
import HaruCore
import HaruSystem
import HaruText

/// How `haru status` prints today.
enum StatusFormat: Sendable {
  /// A few lines for a person.
  case lines
  /// A JSON object, for programs.
  case json
  /// One of those for bars and prompts that have a name.
  case bar(BarFormatName)
  /// The user's own line.
  case template(StatusTemplate)

  /// Reads the value of `--format`.
  static func read(_ word: String) throws(ValidationError) -> StatusFormat {
    if let name = BarFormatName(rawValue: word) { return .bar(name) }
    guard word.contains("{") else {
      throw ValidationError(ImportText.noSuchFormat(word, formats: BarFormatName.all))
    }
    guard let template = StatusTemplate(word) else {
      throw ValidationError(
        text(
          "not a format: {word}; in braces write {values}",
          ["word": SafeText.value(word), "values": BarText.Value.all]))
    }
    return .template(template)
  }

  /// Whether the output has no place for the reason of a failure, which then goes to standard error.
  var isShort: Bool {
    switch self {
    case .bar(.line), .bar(.short), .template: true
    case .lines, .json, .bar(.waybar): false
    }
  }

  /// Whether the output depends on an agent, so that `--follow` prints again when one starts or ends.
  var showsAgent: Bool {
    switch self {
    case .lines, .json: true
    case .bar, .template: false
    }
  }

  /// Today as it is printed.
  @MainActor
  func output(for report: TodayReport) -> String {
    let entry = report.entry
    return switch self {
    case .lines: StatusFormat.sentences(of: report)
    case .json: "\(JSON.today(report))"
    case .bar(.line): StatusText.line(entry.history, report.agenda, report.context.when)
    case .bar(.short): BarText.short(entry, report.agenda)
    case .bar(.waybar): StatusFormat.waybar(report)
    case .template(let template): template.text(entry.history, report.agenda)
    }
  }

  /// What is printed where today cannot be read.
  func failure(_ failure: Failure) -> String {
    switch self {
    case .lines: failure.message
    case .json: "\(JSON.object(["error": .string(failure.message)]))"
    case .bar(.waybar): WaybarModule.json(failure)
    case .bar(.line), .bar(.short), .template: BarText.unreadable
    }
  }

  @MainActor
  private static func sentences(of report: TodayReport) -> String {
    var lines = StatusText.lines(report.entry, report.agenda, report.context.when)
    if let zone = LocalZone.unknownName { lines.append(DoctorText.unknownZone(zone)) }
    lines += report.context.lostReminders(report.rest)
    if let (machine, count) = report.sync, let waiting = machine.waiting(count) {
      lines.append(waiting)
    }
    if let problem = report.tasks?.sentence { lines.append(DoctorText.tasks(because: problem)) }
    return lines.joined(separator: "\n")
  }

  @MainActor
  private static func waybar(_ report: TodayReport) -> String {
    let (entry, agenda) = (report.entry, report.agenda)
    // A bar reads the store without an agent, so the tooltip does not mention that none runs.
    var tooltip = report
    tooltip.agenda = agenda ?? Agenda()
    let (streak, month) = (entry.history.streak, entry.history.month)
    let state = streak.isTodayStudied ? "studied" : streak.isTodayRest ? "rest" : "open"
    return WaybarModule.json(
      text: BarText.short(entry, agenda), state: state, tooltip: sentences(of: tooltip),
      marks: [
        streak.endsToday ? "at-risk" : nil, agenda?.notSavedSince == nil ? nil : "not-saved",
      ],
      percentage: (month.studied * 100 + month.counted / 2) / max(1, month.counted))
  }
}

/// The user's own line, in which words in braces stand for today's values.
struct StatusTemplate: Sendable {
  private let parts: [Part]

  private enum Part: Sendable {
    case literal(String)
    case value(BarText.Value)
  }

  /// Reads `{streak} {studied}`; `nil` if a word in braces is unknown or not closed.
  init?(_ template: String) {
    var parts: [Part] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.literal(String(rest[..<open])))
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}"),
        let value = BarText.Value(rawValue: String(rest[..<close]))
      else { return nil }
      parts.append(.value(value))
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.literal(String(rest))]
  }

  func text(_ history: History, _ agenda: Agenda?) -> String {
    parts.map { part in
      switch part {
      case .literal(let literal): literal
      case .value(let value): BarText.word(value, history, agenda)
      }
    }.joined()
  }
}
