import HaruDesktop

/// A notification as a client sent it.
struct ReceivedNotification {
  /// A button, or with the key `default` a click on the body.
  struct Action {
    let key: String
    let label: String
  }

  /// The number under which the server keeps it.
  var id: UInt32
  /// The number of the one it takes the place of; 0 for none.
  let replaces: UInt32
  /// The connection that sent it, to which its signals go.
  let sender: String
  let application: String
  let icon: String
  let summary: String
  let body: String
  let actions: [Action]
  let hints: [(name: String, value: Variant)]
  /// Milliseconds; 0 for never, -1 for as the server likes.
  let expiresAfter: Int64

  /// Reads the arguments of `Notify`; the bus has held them to their types.
  @MainActor
  init?(_ call: BusCall) {
    let arguments = call.arguments
    guard arguments.count == 8, let application = arguments[0].string,
      let replaces = arguments[1].integer, let icon = arguments[2].string,
      let summary = arguments[3].string, let body = arguments[4].string,
      let expiresAfter = arguments[7].integer
    else { return nil }
    id = 0
    self.replaces = UInt32(replaces)
    sender = call.sender
    self.application = application
    self.icon = icon
    self.summary = summary
    self.body = body
    self.expiresAfter = expiresAfter
    // Key and label take turns; a key without a label is no button.
    let words = arguments[5].children.compactMap(\.string)
    actions = stride(from: 0, to: words.count - 1, by: 2).map {
      Action(key: words[$0], label: words[$0 + 1])
    }
    hints = arguments[6].children.compactMap { entry in
      let parts = entry.children
      guard parts.count == 2, let name = parts[0].string, let value = parts[1].children.first
      else { return nil }
      return (name, value)
    }
  }

  /// What is drawn as buttons; `default` is the body.
  var buttons: [Action] { actions.filter { $0.key != "default" } }

  /// Whether it asks to stay after a click.
  var isResident: Bool { hints.first { $0.name == "resident" }?.value.bool ?? false }
}
