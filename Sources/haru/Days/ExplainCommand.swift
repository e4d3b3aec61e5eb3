import ArgumentParser
import HaruCommand
import HaruCore
import HaruLog
import HaruText

struct ExplainCommand: ContextCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "explain", abstract: text("Explain the length of the streak."),
      usage: "haru explain [--json] [--all] [<day>]")
  }

  @OptionGroup
  var output: JSONOption

  @Flag(help: .of(text("List all days of the streak.")))
  var all = false

  @Argument(
    parsing: .allUnrecognized, help: .of(HelpText.day, valueName: "day"),
    completion: .dayUpToToday)
  var day: [String] = []

  func validate() throws { _ = try [DayRange](day, options: ["--all", "--json"]) }

  func run(in context: CommandContext) throws {
    let day = try [DayRange](day).day(context)
    guard day <= context.today else {
      throw Failure(.refused, text("day in the future: {day}", ["day": day.description]))
    }
    let evidence = try Evidence(of: day, context)
    if output.json { return try printOutput("\(evidence.report)") }
    try printListed(evidence.lines(listed: all ? .max : ExplainCommand.listed))
  }

  /// How many days are listed unless all are asked for.
  private static let listed = 31
}

extension Evidence {
  /// The explanation as JSON.
  var report: JSON {
    .object([
      "date": .string(day.description),
      "state": .string(explanation.role.name),
      "current": .integer(explanation.current),
      "run": .run(explanation.run),
      "previous": .run(explanation.previous),
      "parted_by": .string(explanation.parting?.description),
      "ended_by": .string(explanation.missed?.description),
      "days": .array(explanation.days.map(report)),
      "journal": .array(changes.map(report)),
    ])
  }

  private func report(_ day: Day, _ role: Explanation.Role) -> JSON {
    var members: [String: JSON] = ["date": .string(day.description), "state": .string(role.name)]
    if role == .counts { members["marked"] = marked[day].map(said) }
    members["rest_reason"] = restReasons[day].map(JSON.string)
    if role == .rests { members["rest_rule"] = restRule(day).map(report) }
    members["note"] = notes[day].map(JSON.string)
    return .object(members)
  }

  private func said(_ each: Change) -> JSON {
    let provenance = each.entry.provenance
    var members: [String: JSON] = [
      "at": .string(provenance.localRFC3339), "utc_offset": .integer(provenance.utcOffset),
      "zone": .string(provenance.zone), "source": .string(provenance.source.rawValue),
    ]
    members["named"] = each.reason.map { .string($0.source) }
    members["reason"] = each.reason.map { .string($0.words) }
    return .object(members)
  }

  private func report(_ rule: RestRule) -> JSON {
    .object([
      "weekday": .string(rule.weekday.description), "from": .string(rule.from.description),
      "to": .string(rule.to?.description),
    ])
  }

  private func report(_ each: Change) -> JSON {
    let entry = each.entry
    var members: [String: JSON] = [
      "batch": .integer(Int(entry.batch)), "kind": .string(entry.change.kind.rawValue),
      "said": said(each),
    ]
    members["machine"] = each.maker.map(JSON.string)
    members["undoes"] = entry.undoes.map { .integer(Int($0)) }
    members["before"] = entry.change.before.map(JSON.string)
    members["after"] = entry.change.after.map(JSON.string)
    return .object(members)
  }
}

extension Explanation.Role {
  fileprivate var name: String {
    switch self {
    case .counts: "studied"
    case .rests: "rest"
    case .isFree: "free"
    case .isOpen: "open"
    case .breaks: "missed"
    case .precedes: "before"
    }
  }
}
