import HaruSystem

/// Prints events for a person, with a small card for each notification.
@MainActor
final class CardPrinter: Printer {
  private let manners: Manners
  private var hasHinted = false

  init(manners: Manners) {
    self.manners = manners
  }

  func print(_ event: ServerEvent) {
    switch event {
    case .ready:
      write("Notifications appear here.")
    case .notify(let notification, _, let replaced, let mark):
      if let replaced { write("· replaced: " + oneLine(replaced.summary)) }
      card(of: notification).forEach { write($0) }
      if let mark {
        write("· the store has \(mark.isMarked ? "the" : "no") mark of \(mark.day)")
      }
      hint()
    case .closed(let notification, let reason):
      write("· \(words(for: reason)): " + oneLine(notification.summary))
    case .error(let message):
      StandardStream.error.write(oneLine(message) + "\n")
    case .close, .clicked, .capabilities, .screen, .done:
      break
    }
  }

  private func card(of notification: ReceivedNotification) -> [String] {
    let body = manners.hasMarkup ? Markup.plain(notification.body) : notification.body
    let lines = body.split(separator: "\n").map { oneLine(String($0)) }
    let buttons = notification.buttons.enumerated().map { "[\($0 + 1)] \(oneLine($1.label))" }
    let row = manners.hasActions && !buttons.isEmpty ? [buttons.joined(separator: "  ")] : []
    return ["╭─ " + oneLine(notification.application)]
      + ([oneLine(notification.summary)] + lines + row).map { "│ " + $0 } + ["╰─"]
  }

  private func hint() {
    guard !hasHinted else { return }
    hasHinted = true
    write("type a number to click, x to dismiss, q to end")
  }

  private func words(for reason: CloseReason) -> String {
    switch reason {
    case .expired: "expired"
    case .undefined: "lost"
    case .dismissed: "dismissed"
    case .closedByCall: "closed"
    }
  }

  /// A text that cannot move the cursor or colour the terminal.
  private func oneLine(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    return String(String.UnicodeScalarView(visible))
  }

  private func write(_ line: String) {
    StandardStream.output.write(line + "\n")
  }
}
