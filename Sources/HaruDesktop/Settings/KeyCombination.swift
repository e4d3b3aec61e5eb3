/// Keys that are pressed together, such as Super and S.
public struct KeyCombination: Hashable, Sendable {
  /// A key that is held down.
  public enum Modifier: Int, CaseIterable, Comparable, Sendable {
    case `super`, control, alt, shift

    /// Compares by their usual order.
    public static func < (one: Modifier, other: Modifier) -> Bool { one.rawValue < other.rawValue }
  }

  /// The keys that are held down, in their usual order.
  public let modifiers: [Modifier]
  /// The name of the last key, as a display server calls it: `s`, `Pause`, `space`.
  public let key: String

  private static let words: [String: Modifier] = [
    "super": .super, "win": .super, "logo": .super, "mod4": .super, "control": .control,
    "ctrl": .control, "primary": .control, "alt": .alt, "mod1": .alt, "shift": .shift,
  ]
  /// Keys that type nothing in a text, and so may stand alone.
  private static let silentKeys =
    ["Pause", "Scroll_Lock", "Insert", "Menu", "Print"] + (1...24).map { "F\($0)" }
  private static let typingKeys =
    ["space", "Return", "Tab", "Home", "End"]
    + "abcdefghijklmnopqrstuvwxyz0123456789".map(String.init)

  /// Reads keys as a user writes them, such as `SUPER+S`; `nil` for anything else.
  public init?(_ text: String) {
    self.init(words: text.split(separator: "+", omittingEmptySubsequences: false).map(String.init))
  }

  /// Reads keys as GTK writes them, such as `<Primary><Alt>t`; `nil` for keys of another kind.
  public init?(accelerator: String) {
    self.init(words: accelerator.split { "<>".contains($0) }.map(String.init))
  }

  private init?(words: [String]) {
    let all = KeyCombination.silentKeys + KeyCombination.typingKeys
    let modifiers = words.dropLast().compactMap { KeyCombination.words[$0.lowercased()] }
    guard let last = words.last, modifiers.count == words.count - 1,
      let key = all.first(where: { $0.lowercased() == last.lowercased() })
    else { return nil }
    (self.modifiers, self.key) = (Set(modifiers).sorted(), key)
  }

  /// Whether no program could type any more what these keys type.
  public var isTyped: Bool {
    KeyCombination.typingKeys.contains(key) && modifiers.allSatisfy { $0 == .shift }
  }

  /// As a person reads it: `Super+S`.
  public var name: String {
    joined([.super: "Super", .control: "Ctrl", .alt: "Alt", .shift: "Shift"], "+") + key.capitalized
  }

  /// As GTK, GNOME and XFCE write it: `<Super>s`.
  public var accelerator: String {
    // The order of gtk_accelerator_name(), which XFCE compares as a text.
    let order: [(Modifier, String)] = [
      (.control, "<Primary>"), (.shift, "<Shift>"), (.alt, "<Alt>"), (.super, "<Super>"),
    ]
    return order.filter { modifiers.contains($0.0) }.map(\.1).joined() + key
  }

  /// As sway and i3 write it: `Mod4+s`.
  public var bindsym: String {
    joined([.super: "Mod4", .control: "Ctrl", .alt: "Mod1", .shift: "Shift"], "+") + key
  }

  /// As Hyprland writes it: `SUPER, S`.
  public var bind: String {
    let names: [Modifier: String] = [
      .super: "SUPER", .control: "CTRL", .alt: "ALT", .shift: "SHIFT",
    ]
    return modifiers.compactMap { names[$0] }.joined(separator: " ") + ", " + key
  }

  private func joined(_ names: [Modifier: String], _ separator: String) -> String {
    modifiers.compactMap { names[$0] }.map { $0 + separator }.joined()
  }
}

extension String {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
