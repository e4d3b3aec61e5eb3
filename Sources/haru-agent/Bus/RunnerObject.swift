internal import HaruCore
internal import HaruDesktop
internal import HaruSystem
internal import HaruText

/// Today in KRunner, the search of Plasma (docs/desktop.md#searches).
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
      on: bus, path: AgentInterface.objectPath + "/Runner", xml: RunnerObject.interfaceXML
    ) { [weak self] in self?.answer($0) }
  }

  private func answer(_ call: BusCall) {
    search.onQuestion()
    switch call.method {
    case "Match":
      let words = (call.arguments.first?.string ?? "").split(whereSeparator: \.isWhitespace)
      call.reply([.array(of: "(sssida{sv})", match(words.map(String.init)).map { [$0] } ?? [])])
    case "Run":
      search.choose(call.arguments.first?.string ?? "")
      call.reply()
    case "Actions": call.reply([.array(of: "(sss)", [])])
    case "Config": call.reply([.dictionary([:])])
    case "Teardown": call.reply()
    default: call.fail("org.freedesktop.DBus.Error.UnknownMethod", call.method)
    }
  }

  private func match(_ words: [String]) -> Variant? {
    guard let (result, fit) = search.find(words) else { return nil }
    let type = fit == .whole ? RunnerObject.exactMatch : RunnerObject.possibleMatch
    return .tuple([
      .string(result.intent.actionKey), .string(result.title), .string(Identity.application),
      .int32(type), .double(RunnerObject.relevance),
      .dictionary(["subtext": .string(result.line), "actions": .strings([])]),
    ])
  }

  private static let interfaceXML = """
    <node>
      <interface name="org.kde.krunner1">
        <method name="Match">
          <arg name="query" type="s" direction="in"/>
          <arg name="matches" type="a(sssida{sv})" direction="out"/>
        </method>
        <method name="Run">
          <arg name="matchId" type="s" direction="in"/>
          <arg name="actionId" type="s" direction="in"/>
        </method>
        <method name="Actions">
          <arg name="matches" type="a(sss)" direction="out"/>
        </method>
        <method name="Config">
          <arg name="config" type="a{sv}" direction="out"/>
        </method>
        <method name="Teardown"/>
      </interface>
    </node>
    """
}
