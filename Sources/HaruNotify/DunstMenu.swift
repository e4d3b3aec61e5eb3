internal import CNotify
internal import HaruDesktop
internal import HaruSystem

/// The menu of buttons that dunst opens at a click, if the user has a program for it
/// (docs/servers.md#buttons).
enum DunstMenu {
  /// Whether the program is there that dunst's settings name.
  static var isThere: Bool {
    let command = files.compactMap(command).last ?? "/usr/bin/dmenu"
    let word = command.split(separator: " ").first.map(String.init) ?? ""
    let program = word.hasPrefix("~/") ? String(cString: g_get_home_dir()) + word.dropFirst() : word
    guard let found = g_find_program_in_path(program) else { return false }
    g_free(found)
    return true
  }

  private static func command(in path: String) -> String? {
    let file = try? KeyFile(path: path)
    return file?.value(of: "dmenu", in: "global")?.filter { $0 != "\"" }
  }

  /// The first `dunstrc`, and then what lies in the directory beside it, in the order of dunst.
  private static var files: [String] {
    let candidates = ([UserDirectories.config] + UserDirectories.systemConfig)
      .map { $0 + "/dunst/dunstrc" }
    guard let first = candidates.first(where: Files.isRegular) else { return [] }
    let more = Files.names(in: first + ".d").filter { $0.hasSuffix(".conf") }
    return [first] + more.map { first + ".d/" + $0 }
  }
}
