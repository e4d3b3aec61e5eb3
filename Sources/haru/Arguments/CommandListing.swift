import ArgumentParser
import HaruCommand
import HaruCore
import HaruSystem

/// What shells and the manual are made from: the commands of `haru`, with those of `haru repo` in their place.
///
/// Each program knows only its own commands, and the parser writes both in the same form.
enum CommandListing {
  private static let words = ["--generate-completion-script", "--experimental-dump-help"]

  /// The listing that words ask for; `nil` if they ask for something else.
  static func asked(by words: [String]) -> String? {
    guard let first = words.first, Self.words.contains(where: { first.hasPrefix($0) }) else {
      return nil
    }
    let own = page(words)
    guard let other = try? Subprocess.run([RepoCommand.program] + words), other.status == 0 else {
      return own
    }
    guard let tree = JSON(text: Array(own.utf8)[...]) else { return merged(own, other.output) }
    return JSON(text: Array(other.output.utf8)[...]).map { "\(merged(tree, $0))" } ?? own
  }

  /// What the parser shows.
  private static func page(_ words: [String]) -> String {
    do {
      _ = try Haru.parseAsRoot(words)
      return ""
    } catch {
      return Haru.fullMessage(for: error, columns: .max)
    }
  }

  /// A tree with the commands of another in the place of its own of `haru repo`.
  private static func merged(_ own: JSON, _ other: JSON) -> JSON {
    let (command, commands) = ("command", "subcommands")
    func isRepo(_ command: JSON) -> Bool { command["commandName"]?.string == "repo" }
    guard let root = own[command], let all = root[commands]?.array,
      let repo = other[command]?[commands]?.array?.first(where: isRepo)
    else { return own }
    let merged = JSON.array(all.map { isRepo($0) ? repo : $0 })
    return own.with(root.with(merged, as: commands), as: command)
  }

  // MARK: Scripts

  /// A script with the parts of another in the place of its own about `haru repo`.
  private static func merged(_ own: String, _ other: String) -> String {
    var parts = parts(of: other).filter(\.isAboutRepo).map(\.lines)[...]
    return Self.parts(of: own).flatMap { part in
      part.isAboutRepo ? parts.popFirst() ?? part.lines : part.lines
    }.joined(separator: "\n")
  }

  private typealias Part = (isAboutRepo: Bool, lines: [Substring])

  /// The parts of a script, which are by turns about `haru repo` and about all else: functions of bash and zsh,
  /// and for fish cases and lines.
  private static func parts(of script: String) -> [Part] {
    var parts: [Part] = [(false, [])]
    /// How far the block about `haru repo` is indented that is not at its end.
    var block: Int?
    for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      if let begun = block, indent <= begun, !line.isEmpty, line != "}" { block = nil }
      if begins(line) { block = indent }
      let isAboutRepo = block != nil || line.includes(#""haru repo"#)
      if parts[parts.count - 1].isAboutRepo != isAboutRepo { parts.append((isAboutRepo, [])) }
      parts[parts.count - 1].lines.append(line)
    }
    return parts
  }

  /// Whether a line begins a function of `haru repo` or of a command in it, or its case.
  private static func begins(_ line: Substring) -> Bool {
    line.hasPrefix("_haru_repo") && line.hasSuffix("() {") || line.hasSuffix("case 'repo'")
  }
}

extension JSON {
  /// An object with another value of a member.
  fileprivate func with(_ value: JSON, as name: String) -> JSON {
    .object((members ?? []).map { $0.name == name ? (name, value) : $0 })
  }
}
