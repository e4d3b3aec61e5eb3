import HaruCore
import HaruDesktop
import HaruSystem

/// Prints events for programs, one JSON object a line.
struct LinePrinter: Printer {
  func print(_ event: ServerEvent) {
    StandardStream.output.write("\(JSON.object(members(of: event)))\n")
  }

  private func members(of event: ServerEvent) -> [String: JSON] {
    switch event {
    case .ready:
      ["event": .string("ready")]
    case .notify(let notification, let time, _, let mark):
      [
        "event": .string("notify"), "id": .integer(Int(notification.id)),
        "replaces": .integer(Int(notification.replaces)),
        "app": .string(notification.application), "icon": .string(notification.icon),
        "summary": .string(notification.summary), "body": .string(notification.body),
        "actions": .array(
          notification.actions.map { .array([.string($0.key), .string($0.label)]) }),
        "hints": .object(
          Dictionary(notification.hints.map { ($0.name, .string(text(of: $0.value))) }) { $1 }),
        "expire": .integer(Int(notification.expiresAfter)), "at_us": .integer(Int(time)),
        "mark": .bool(mark?.isMarked),
      ]
    case .close(let id, let time):
      ["event": .string("close"), "id": .integer(Int(id)), "at_us": .integer(Int(time))]
    case .closed(let notification, let reason):
      [
        "event": .string("closed"), "id": .integer(Int(notification.id)),
        "reason": .integer(Int(reason.rawValue)),
      ]
    case .clicked(let id, let key, let time):
      [
        "event": .string("clicked"), "id": .integer(Int(id)), "key": .string(key),
        "at_us": .integer(Int(time)),
      ]
    case .capabilities(let time):
      ["event": .string("capabilities"), "at_us": .integer(Int(time))]
    case .screen(let drawn):
      ["event": .string("screen"), "drawn": .array(drawn.map { .object(members(of: $0)) })]
    case .done(let command):
      ["event": .string("done"), "command": .string(command)]
    case .error(let message):
      ["event": .string("error"), "message": .string(message)]
    }
  }

  private func members(of drawn: Drawn) -> [String: JSON] {
    [
      "id": .integer(Int(drawn.notification.id)), "summary": .string(drawn.notification.summary),
      "body": .string(drawn.notification.body),
      "buttons": .array(drawn.buttons.map { .string($0.label) }),
      "picture": drawn.picture.map(JSON.string) ?? .null,
      "milliseconds": drawn.milliseconds.map(JSON.integer) ?? .null,
    ]
  }

  /// A hint's value; of a picture only its dimensions, not its hundred thousand bytes.
  private func text(of value: Variant) -> String {
    guard value.type == "(iiibiiay)" else { return value.printed }
    let measures = value.children.dropLast().map(\.printed)
    return "(" + (measures + ["…"]).joined(separator: ", ") + ")"
  }
}
