internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// The agent on the bus, for bars and extensions: numbers, not sentences (docs/bars.md#the-bus).
@MainActor
final class AgentObject {
  private static let errors = AgentInterface.name + ".Error."

  private var object: BusObject?
  private var status: Status?
  private var agenda = Agenda()
  private let onEvent: @MainActor (Event) -> Void

  init(on bus: Bus, onEvent: @escaping @MainActor (Event) -> Void) throws(GLibError) {
    self.onEvent = onEvent
    object = try BusObject(
      on: bus, path: AgentInterface.objectPath, xml: AgentObject.interfaceXML,
      call: { [weak self] in self?.answer($0) },
      property: { [weak self] in self?.properties[$0] })
  }

  /// Announces the properties that have changed.
  func announce(_ status: Status) {
    change { self.status = status }
  }

  /// Announces the properties that have changed.
  func announce(_ agenda: Agenda) {
    change { self.agenda = agenda }
  }

  private func change(_ body: () -> Void) {
    let before = properties
    body()
    object?.announce(changed: properties.filter { before[$0.key]?.printed != $0.value.printed })
  }

  private func answer(_ call: BusCall) {
    switch call.method {
    case "SetStudied": setStudied(call)
    case "Later": later(call)
    case "OpenView": openView(call)
    case "Present":
      onEvent(.presentRequested)
      call.reply()
    case "Reload":
      onEvent(.storeChanged)
      call.reply()
    default:
      call.fail("org.freedesktop.DBus.Error.UnknownMethod", call.method)
    }
  }

  private func setStudied(_ call: BusCall) {
    guard call.arguments.count == 2, let text = call.arguments[0].string,
      let studied = call.arguments[1].bool
    else { return call.fail("org.freedesktop.DBus.Error.InvalidArgs", "") }
    guard let day = Day(text) else { return call.fail(AgentObject.errors + "NoSuchDay", text) }
    onEvent(
      .asked(studied ? .study(day) : .unstudy(day)) { result in
        switch result {
        case .success(let changed): call.reply([.bool(changed)])
        case .failure(.future): call.fail(AgentObject.errors + "Future", text)
        case .failure(.busy): call.fail(AgentObject.errors + "Busy", text)
        case .failure(let error): call.fail(AgentObject.errors + "NotSaved", "\(error)")
        }
      })
  }

  private func later(_ call: BusCall) {
    guard let seconds = call.arguments.first?.integer else {
      return call.fail("org.freedesktop.DBus.Error.InvalidArgs", "")
    }
    onEvent(
      .laterAsked(seconds == 0 ? nil : Instant(seconds)) { result in
        switch result {
        case .success(let instant): call.reply([.int64(instant.seconds)])
        case .failure(.notOpen): call.fail(AgentObject.errors + "NotOpen", "")
        case .failure(.notToday): call.fail(AgentObject.errors + "NotToday", "\(seconds)")
        }
      })
  }

  private func openView(_ call: BusCall) {
    let name = call.arguments.first?.string ?? ""
    guard let view = View(rawValue: name) else {
      return call.fail(AgentObject.errors + "NoSuchView", name)
    }
    onEvent(
      .viewRequested(view) { failure in
        guard let failure else { return call.reply() }
        call.fail(AgentObject.errors + "NotOpened", failure)
      })
  }

  private var properties: [String: Variant] {
    var properties: [String: Variant] = ["Version": .string(Identity.version)]
    properties["NotSavedSince"] = .int64(agenda.notSavedSince?.seconds ?? 0)
    properties["NextNotification"] = .int64(agenda.next?.at.seconds ?? 0)
    properties["NextReason"] = .string(agenda.next?.reason.rawValue ?? "")
    properties["NotInFolder"] = .int64(Int64(agenda.notInFolder))
    properties["NoBackupSince"] = .int64(agenda.noBackupSince?.seconds ?? 0)
    if let status {
      properties["Today"] = .string(status.today.description)
      properties["Studied"] = .bool(status.isStudied)
      properties["CurrentStreak"] = .uint32(UInt32(status.currentStreak))
      properties["LongestStreak"] = .uint32(UInt32(status.longestStreak))
      properties["StudiedThisMonth"] = .uint32(UInt32(status.studiedThisMonth))
      properties["NextReload"] = .int64(status.nextReload.seconds)
    }
    return properties
  }
}
