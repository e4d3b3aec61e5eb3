import Foundation

/// The schemas of the JSON that programs depend on.
package enum Schemas {
  private static let folder = "share/haru/schemas"

  /// The words of the checker.
  package static let script =
    ["-B"] + ["Tests/Support/schemas.py", folder].map { SourceTree.root.appending(path: $0).path }

  /// The names of those of what `haru` itself prints, sorted.
  package static var ofHaru: [String] {
    get throws { try names.filter { !$0.hasPrefix("guest-") && !isOfRepo($0) } }
  }

  /// The names of those of what `haru repo` prints, sorted.
  package static var ofRepo: [String] { get throws { try names.filter(isOfRepo) } }

  private static var names: [String] {
    get throws { try SourceTree.names(in: folder).map { String($0.dropLast(".json".count)) } }
  }

  /// Whether one is of `haru repo`, which is a program of its own.
  package static func isOfRepo(_ name: String) -> Bool { name.hasPrefix("repo") }

  /// What does not fit of what commands have printed: the names of the schemas, and the values.
  package static func faults(_ printed: [(schema: String, value: String)]) throws -> [String] {
    let checker = try Child("/usr/bin/python3", script)
    for (schema, value) in printed {
      try checker.send(schema + "\t" + value.trimmingCharacters(in: .newlines))
    }
    checker.closeInput()
    let faults = try checker.rest(within: .seconds(60))
    guard try checker.wait() == .exited(0) else { throw Failure.ended("schemas.py") }
    return faults
  }

  /// The commands of `haru` that print JSON, as names of schemas, sorted.
  package static func printing() throws -> [String] {
    struct Dump: Decodable {
      struct Command: Decodable {
        struct Argument: Decodable {
          struct Name: Decodable { let name: String }
          let names: [Name]?
        }
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?

        func printing(_ path: [String]) -> [String] {
          let isJSON = arguments?.contains { $0.names?.contains { $0.name == "json" } ?? false }
          let own = isJSON == true ? [path.joined(separator: "-")] : []
          return own + (subcommands ?? []).flatMap { $0.printing(path + [$0.commandName]) }
        }
      }
      let command: Command
    }
    let run = try Scratch().haru("--experimental-dump-help")
    let dump = try JSONDecoder().decode(Dump.self, from: Data(run.output.utf8))
    return dump.command.printing([]).sorted()
  }

  /// Whether the manual has a section with exactly the keys of a schema.
  package static func isInManual(_ name: String) throws -> Bool {
    let manual = try SourceTree.read("share/man/haru.1")
    let heading = ".Ss haru " + name.replacing("-", with: " ") + "\n"
    guard let section = manual.firstRange(of: heading) else { return false }
    let lines = manual[section.upperBound...].split(separator: "\n").prefix {
      !$0.hasPrefix(".Ss ") && !$0.hasPrefix(".Sh ")
    }
    let keys = lines.filter { $0.hasPrefix(".It Cm ") }.map { $0.dropFirst(".It Cm ".count) }
    return Set(keys.map(String.init)) == (try self.keys(of: name))
  }

  /// The keys of a schema, `a.b` within an object, and `a[].b` within each value of a list.
  package static func keys(of name: String) throws -> Set<String> {
    let data = Data(try SourceTree.read(folder + "/\(name).json").utf8)
    guard let object = try JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw Failure.unexpected(name)
    }
    let forms =
      [object] + (object["oneOf"] as? [[String: Any]] ?? [])
      + (object["$defs"] as? [String: [String: Any]] ?? [:]).values
    return Set(forms.flatMap { keys(of: $0, "") })
  }

  private static func keys(of schema: [String: Any], _ path: String) -> [String] {
    var members = schema["properties"] as? [String: [String: Any]] ?? [:]
    for each in (schema["patternProperties"] as? [String: [String: Any]] ?? [:]).values {
      members["*"] = each
    }
    return members.flatMap { name, member in
      [path + name] + keys(of: member, path + name + ".")
        + keys(of: member["items"] as? [String: Any] ?? [:], path + name + "[].")
    }
  }
}
