internal import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// Haru in KRunner, the search of Plasma (docs/desktop.md#searches).
@MainActor
final class RunnerObject {
  /// The type of a match whose words were typed whole, and of one whose words were begun.
  private static let (exactMatch, possibleMatch): (Int32, Int32) = (100, 30)
  /// Below that of an application with this name, so that Haru itself comes first.
  private static let relevance = 0.75

  private let search: TodaySearch
  private var object: BusObject?

  init(on bus: Bus, _ search: TodaySearch) throws(GLibError) {
    self.search = search
    object = try BusObject(
      self, RunnerObject.interface, on: bus, at: AgentInterface.objectPath + "/Runner",
      onCall: search.onQuestion)
  }

  private func match(_ call: BusCall) {
    let words = call.string(0).split(whereSeparator: \.isWhitespace).map(String.init)
    call.reply([.array(of: "(sssida{sv})", search.find(words).map(match))])
  }

  private func run(_ call: BusCall) {
    search.choose(call.string(0))
    call.reply()
  }

  private func match(_ result: SearchResult, _ fit: SearchText.Fit) -> Variant {
    let type = fit == .whole ? RunnerObject.exactMatch : RunnerObject.possibleMatch
    return .tuple([
      .string(result.id), .string(result.title), .string(Identity.application),
      .int32(type), .double(RunnerObject.relevance),
      .dictionary(["subtext": .string(result.line), "actions": .strings([])]),
    ])
  }

  private static let interface = BusInterface<RunnerObject>(
    "org.kde.krunner1",
    methods: [
      .init("Match", in: ["query": "s"], out: ["matches": "a(sssida{sv})"], { $0.match }),
      .init("Run", in: ["matchId": "s", "actionId": "s"], { $0.run }),
      .init("Actions", out: ["matches": "a(sss)"]) { _ in { $0.reply([.array(of: "(sss)", [])]) } },
      .init("Config", out: ["config": "a{sv}"]) { _ in { $0.reply([.dictionary([:])]) } },
      .init("Teardown") { _ in { $0.reply() } },
    ])
}
