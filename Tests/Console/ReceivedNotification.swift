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

  /// Reads the arguments of `Notify`.
  @MainActor
  init(_ call: BusCall) {
    id = 0
    sender = call.sender
    application = call.string(0)
    replaces = UInt32(call.integer(1))
    icon = call.string(2)
    summary = call.string(3)
    body = call.string(4)
    expiresAfter = call.integer(7)
    // Key and label take turns; a key without a label is no button.
    let words = call.strings(5)
    actions = stride(from: 0, to: words.count - 1, by: 2).map {
      Action(key: words[$0], label: words[$0 + 1])
    }
    hints = call.arguments[6].children.compactMap { entry in
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
