import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// The shortcuts of XFCE, read and set by `xfconf-query`.
@MainActor
struct XfceShortcuts: ShortcutDesktop {
  private static let commands = "/commands/custom/"
  private static let windows = "/xfwm4/custom/"

  func owner(of keys: KeyCombination) -> String? {
    shortcuts.first { shortcut in
      KeyCombination(accelerator: shortcut.keys) == keys && !isOurs(shortcut.value)
    }?.value
  }

  func set(_ keys: KeyCombination) throws(Failure) {
    _ = try remove()
    let path = XfceShortcuts.commands + keys.accelerator
    try query("-n", "-t", "string", "-p", path, "-s", XfceShortcuts.command)
  }

  func remove() throws(Failure) -> Bool {
    let ours = shortcuts.filter { isOurs($0.value) }
    for shortcut in ours { try query("-r", "-p", shortcut.path) }
    return !ours.isEmpty
  }

  private struct Shortcut {
    let path: String
    let keys: String
    let value: String
  }

  private func isOurs(_ value: String) -> Bool { value.includes(XfceShortcuts.script) }

  /// All shortcuts; a line has a path, blanks, and a value.
  private var shortcuts: [Shortcut] {
    let output = (try? query("-l", "-v")) ?? ""
    return output.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard let path = parts.first,
        let root = [XfceShortcuts.commands, XfceShortcuts.windows].first(where: path.hasPrefix)
      else { return nil }
      let value = parts.dropFirst().first.map { String($0.drop { $0 == " " }) } ?? ""
      return Shortcut(path: path, keys: String(path.dropFirst(root.count)), value: value)
    }
  }

  @discardableResult
  private func query(_ words: String...) throws(Failure) -> String {
    let ending = try? Subprocess.run(["xfconf-query", "-c", "xfce4-keyboard-shortcuts"] + words)
    guard let ending, ending.status == 0 else {
      throw Failure(.unavailable, text("no answer from {program}", ["program": "xfconf-query"]))
    }
    return ending.output
  }
}
