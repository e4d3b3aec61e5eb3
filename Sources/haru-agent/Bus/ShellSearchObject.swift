internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// Haru in the search of GNOME Shell (docs/desktop.md#searches).
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
      self, ShellSearchObject.interface, on: bus, at: AgentInterface.objectPath + "/Search",
      onCall: search.onQuestion)
  }

  private func find(_ call: BusCall) { call.reply([found(call.strings(0))]) }

  private func findAmong(_ call: BusCall) { call.reply([found(call.strings(1))]) }

  private func found(_ terms: [String]) -> Variant {
    .strings(search.find(terms).map(\.result.id))
  }

  private func describe(_ call: BusCall) {
    call.reply([
      .array(of: "a{sv}", call.strings(0).compactMap { search.describe($0) }.map { meta($0) })
    ])
  }

  private func meta(_ result: SearchResult) -> Variant {
    .dictionary([
      "id": .string(result.id), "name": .string(result.title),
      "description": .string(result.line),
      "gicon": .string(result.picture.flatMap(picture) ?? Identity.application),
    ])
  }

  private func activate(_ call: BusCall) {
    search.choose(call.string(0))
    call.reply()
  }

  private func showMore(_ call: BusCall) {
    search.choose(Intent.show.actionKey)
    call.reply()
  }

  private static let interface = BusInterface<ShellSearchObject>(
    "org.gnome.Shell.SearchProvider2",
    methods: [
      .init(
        "GetInitialResultSet", in: ["terms": "as"], out: ["results": "as"],
        { $0.find }),
      .init(
        "GetSubsearchResultSet", in: ["previous_results": "as", "terms": "as"],
        out: ["results": "as"], { $0.findAmong }),
      .init(
        "GetResultMetas", in: ["identifiers": "as"], out: ["metas": "aa{sv}"],
        { $0.describe }),
      .init(
        "ActivateResult", in: ["identifier": "s", "terms": "as", "timestamp": "u"],
        { $0.activate }),
      .init("LaunchSearch", in: ["terms": "as", "timestamp": "u"], { $0.showMore }),
    ])
}
