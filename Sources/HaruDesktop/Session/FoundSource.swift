internal import Glibc
internal import HaruSystem

/// A program in this home that could be a source; only names of files are looked at
/// (docs/sources.md#for-a-student).
public struct FoundSource: Sendable {
  /// The name of the program.
  public let program: String
  /// The words of the command that has Haru ask it.
  public let command: [String]

  /// A program that could be a source of a user who has none yet; `nil` without one.
  public static var offered: FoundSource? { DaySource.mayExist ? nil : all.first }

  /// All that were found and are no sources yet, each with a name that no source has.
  public static var all: [FoundSource] {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let collections = [
      UserDirectories.data + "/Anki2", home + "/.var/app/net.ankiweb.Anki/data/Anki2",
    ].flatMap { folder in Files.names(in: folder).map { "\(folder)/\($0)/collection.anki2" } }
    let sources = (try? DaySource.all()) ?? []
    var names = Set(sources.map(\.name))
    let kept = sources.flatMap {
      if case .file(let words, _) = $0.origin { words.map(Files.resolved) } else { [String]() }
    }
    let found = collections.filter { Files.isRegular($0) && !kept.contains(Files.resolved($0)) }.map
    {
      path in
      var (name, number) = ("anki", 1)
      while !names.insert(name).inserted {
        number += 1
        name = "anki-\(number)"
      }
      return FoundSource(program: "Anki", command: ["haru", "import", path, "--keep", name])
    }
    return found
      + examples.compactMap { program, name, place in
        let example = ProgramFile().share + "/doc/haru/examples/sources/" + name
        guard !names.contains(name), Files.exists(UserDirectories.data + place),
          Files.isRegular(example)
        else { return nil }
        let copy = ["install", "-D", "-m", "755", example, DaySource.directory + "/" + name]
        return FoundSource(program: program, command: copy)
      }
  }

  /// The programs of installed examples, the names of these, and what shows that the program is used.
  private static let examples = [
    ("ActivityWatch", "activitywatch", "/activitywatch"),
    ("Focus Timer", "focus-timer", "/focus-timer"),
    ("Focus Timer", "focus-timer", "/gnome-pomodoro"),
  ]
}
