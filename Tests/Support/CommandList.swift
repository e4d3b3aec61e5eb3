import Foundation

/// A command of the built program, and those below it, as the program itself lists them.
package struct CommandList: Decodable {
  private let commandName: String
  private var subcommands: [CommandList]?

  /// `haru` with every command but `haru repo`, which is a program of its own.
  package static func haru() throws -> CommandList { try listed { $0 != "repo" } }

  /// `haru` with `haru repo` alone.
  package static func repo() throws -> CommandList { try listed { $0 == "repo" } }

  private static func listed(where isWanted: (String) -> Bool) throws -> CommandList {
    struct Dump: Decodable {
      let command: CommandList
    }
    let run = try Scratch().haru("--experimental-dump-help")
    var command = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8)).command
    command.subcommands?.removeAll { !isWanted($0.commandName) }
    return command
  }

  private var below: [CommandList] { (subcommands ?? []).filter { $0.commandName != "help" } }

  /// The words of each command below it, in the order of the program: `["repo"]`, `["repo", "add"]`.
  package var all: [[String]] {
    below.flatMap { command in
      [[command.commandName]] + command.all.map { [command.commandName] + $0 }
    }
  }

  /// The commands below it that have none below them, such as `repo add`.
  package var leaves: [String] {
    below.flatMap { command in
      command.below.isEmpty
        ? [command.commandName] : command.leaves.map { command.commandName + " " + $0 }
    }
  }
}
