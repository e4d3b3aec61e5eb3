import Glibc

/// Runs the user's editor in the terminal of this process.
enum Editor {
  /// Opens a file, and waits until the editor ends.
  ///
  /// - Returns: Whether it ended well.
  static func edit(_ file: String) -> Bool {
    let names: [String] = ["VISUAL", "EDITOR"]
    let chosen = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    let editor = chosen.first { !$0.isEmpty } ?? "vi"
    // By the shell, because the variable may hold arguments.
    let arguments: [String] = ["sh", "-c", editor + " \"$1\"", "sh", file]
    let words = arguments.map { strdup($0) }
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawnp(&process, "sh", nil, nil, words + [nil], environ) == 0 else { return false }
    // An interrupt at the terminal is for the editor.
    let before = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, before) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}
