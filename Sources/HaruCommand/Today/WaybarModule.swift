internal import HaruCore
internal import HaruText

/// A JSON object for Waybar, and for bars that read its format: waybar-custom(5).
public struct WaybarModule {
  private let text: String
  private let state: String
  private let tooltip: String
  private let marks: [String]
  private let percentage: Int?

  /// Makes a module.
  ///
  /// - Parameters:
  ///   - text: What the bar shows.
  ///   - state: A word for the state, in every language.
  ///   - tooltip: What it shows under the pointer.
  ///   - marks: Further words for the state; `nil` is none.
  ///   - percentage: How much is done.
  public init(
    text: String, state: String, tooltip: String, marks: [String?] = [], percentage: Int? = nil
  ) {
    (self.text, self.state, self.tooltip) = (text, state, tooltip)
    (self.marks, self.percentage) = (marks.compactMap(\.self), percentage)
  }

  /// What shows a failure: the bar hides a command that fails, so it is printed with exit status 0.
  public init(_ failure: Failure) {
    self.init(text: BarText.unreadable, state: "error", tooltip: failure.message, percentage: 0)
  }

  /// The object; its texts are Pango markup.
  public var json: String {
    var members: [String: JSON] = [
      "text": .string(escaped(text)), "alt": .string(state), "tooltip": .string(escaped(tooltip)),
      "class": .array(([state] + marks).map(JSON.string)),
    ]
    members["percentage"] = percentage.map(JSON.integer)
    return "\(JSON.object(members))"
  }

  private func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }
}
