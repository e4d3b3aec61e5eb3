internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// Today in the search of GNOME Shell (docs/desktop.md#searches).
@MainActor
final class ShellSearchObject {
  private let search: TodaySearch
  /// Where the picture of a result is; `nil` if there is none.
  private let picture: @MainActor (Content.Picture) -> String?
  private var object: BusObject?

  init(
    on bus: Bus, _ search: TodaySearch,
    picture: @escaping @MainActor (Content.Picture) -> String?
  ) throws(GLibError) {
    (self.search, self.picture) = (search, picture)
    object = try BusObject(
      on: bus, path: AgentInterface.objectPath + "/Search", xml: ShellSearchObject.interfaceXML
    ) { [weak self] in self?.answer($0) }
  }

  private func answer(_ call: BusCall) {
    search.onQuestion()
    switch call.method {
    case "GetInitialResultSet": call.reply([found(call.arguments.first)])
    case "GetSubsearchResultSet": call.reply([found(call.arguments.last)])
    case "GetResultMetas":
      let ids = call.arguments.first?.texts ?? []
      call.reply([.array(of: "a{sv}", ids.compactMap(search.describe).map(meta))])
    case "ActivateResult":
      search.choose(call.arguments.first?.string ?? "")
      call.reply()
    case "LaunchSearch":
      search.choose(Intent.show.actionKey)
      call.reply()
    default: call.fail("org.freedesktop.DBus.Error.UnknownMethod", call.method)
    }
  }

  private func found(_ terms: Variant?) -> Variant {
    .strings([search.find(terms?.texts ?? [])?.result.intent.actionKey].compactMap(\.self))
  }

  private func meta(_ result: SearchResult) -> Variant {
    .dictionary([
      "id": .string(result.intent.actionKey), "name": .string(result.title),
      "description": .string(result.line),
      "gicon": .string(result.picture.flatMap(picture) ?? Identity.application),
    ])
  }

  private static let interfaceXML = """
    <node>
      <interface name="org.gnome.Shell.SearchProvider2">
        <method name="GetInitialResultSet">
          <arg name="terms" type="as" direction="in"/>
          <arg name="results" type="as" direction="out"/>
        </method>
        <method name="GetSubsearchResultSet">
          <arg name="previous_results" type="as" direction="in"/>
          <arg name="terms" type="as" direction="in"/>
          <arg name="results" type="as" direction="out"/>
        </method>
        <method name="GetResultMetas">
          <arg name="identifiers" type="as" direction="in"/>
          <arg name="metas" type="aa{sv}" direction="out"/>
        </method>
        <method name="ActivateResult">
          <arg name="identifier" type="s" direction="in"/>
          <arg name="terms" type="as" direction="in"/>
          <arg name="timestamp" type="u" direction="in"/>
        </method>
        <method name="LaunchSearch">
          <arg name="terms" type="as" direction="in"/>
          <arg name="timestamp" type="u" direction="in"/>
        </method>
      </interface>
    </node>
    """
}
