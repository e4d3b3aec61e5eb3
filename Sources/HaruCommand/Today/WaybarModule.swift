internal import HaruCore
internal import HaruText

/// A JSON object for Waybar, and for bars that read its format: waybar-custom(5).
public enum WaybarModule {
  /// Writes the object; its texts are Pango markup.
  ///
  /// - Parameters:
  ///   - text: What the bar shows.
  ///   - state: A word for the state, in every language.
  ///   - tooltip: What it shows under the pointer.
  ///   - marks: Further words for the state; `nil` is none.
  ///   - percentage: How much is done.
  /// - Returns: The object.
  public static func json(
    text: String, state: String, tooltip: String, marks: [String?] = [], percentage: Int? = nil
  ) -> String {
    let classes = [state] + marks.compactMap(\.self)
    var members: [String: JSON] = [
      "text": .string(escaped(text)), "alt": .string(state), "tooltip": .string(escaped(tooltip)),
      "class": .array(classes.map(JSON.string)),
    ]
    members["percentage"] = percentage.map(JSON.integer)
    return "\(JSON.object(members))"
  }

  /// What shows a failure: the bar hides a command that fails, so it is printed with exit status 0.
  public static func json(_ failure: Failure) -> String {
    json(text: BarText.unreadable, state: "error", tooltip: failure.message, percentage: 0)
  }

  private static func escaped(_ text: String) -> String {
    text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
  }
}
