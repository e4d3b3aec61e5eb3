import Foundation
import Support

/// A command of the built program, and those below it, as the program itself lists them.
struct CommandList: Decodable {
  private let commandName: String
  private let subcommands: [CommandList]?

  /// `haru` with every command.
  static func haru() throws -> CommandList {
    struct Dump: Decodable {
      let command: CommandList
    }
    let home = try Scratch()
    let run = try Child.run(
      Built.product("haru"), ["--experimental-dump-help"],
      environment: Support.environment(home: home.path))
    return try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8)).command
  }

  private var below: [CommandList] { (subcommands ?? []).filter { $0.commandName != "help" } }

  /// The words of each command below it, in the order of the program: `["repo"]`, `["repo", "add"]`.
  var all: [[String]] {
    below.flatMap { command in
      [[command.commandName]] + command.all.map { [command.commandName] + $0 }
    }
  }

  /// The commands below it that have none below them, such as `repo add`.
  var leaves: [String] {
    below.flatMap { command in
      command.below.isEmpty
        ? [command.commandName] : command.leaves.map { command.commandName + " " + $0 }
    }
  }
}
