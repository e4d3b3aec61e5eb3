import HaruCore
import HaruText

/// The user's own line, in which words in braces stand for today's values.
struct TemplateFormat: BarFormat {
  let isShort = true
  private let parts: [Part]

  private enum Part: Sendable {
    case literal(String)
    case value(BarText.Value)
  }

  /// Reads `{streak} {studied}`; `nil` if a word in braces is unknown or not closed.
  nonisolated init?(_ template: String) {
    var parts: [Part] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.literal(String(rest[..<open])))
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}"),
        let value = BarText.Value(rawValue: String(rest[..<close]))
      else { return nil }
      parts.append(.value(value))
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.literal(String(rest))]
  }

  func text(of report: TodayReport) -> String {
    parts.map { part in
      switch part {
      case .literal(let literal): literal
      case .value(let value): BarText.word(value, report.entry.history, report.agenda)
      }
    }.joined()
  }
}
