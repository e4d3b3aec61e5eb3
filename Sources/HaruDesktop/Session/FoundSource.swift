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
    let sources = (try? DaySource.all()) ?? []
    var names = Set(sources.map(\.name))
    var known = Set(
      sources.flatMap { source in
        if case .file(let words, _) = source.origin {
          words.map(Files.resolved)
        } else {
          [String]()
        }
      })
    let collections = places("Anki2", "net.ankiweb.Anki").flatMap { folder in
      Files.names(in: folder).map { "\(folder)/\($0)/collection.anki2" }
    }
    let new = collections.filter {
      Files.isRegular($0) && DaySource.canKeep($0) && known.insert(Files.resolved($0)).inserted
    }
    let found = new.map { path in
      var (name, number) = ("anki", 1)
      while !names.insert(name).inserted {
        number += 1
        name = "anki-\(number)"
      }
      return FoundSource(program: "Anki", command: ["haru", "import", path, "--keep", name])
    }
    return found
      + examples.compactMap { program, name, places in
        let example = ProgramFile().share + "/doc/haru/examples/sources/" + name
        guard !names.contains(name), places.contains(where: Files.exists),
          Files.isRegular(example)
        else { return nil }
        let copy = ["install", "-D", "-m", "755", example, DaySource.directory + "/" + name]
        return FoundSource(program: program, command: copy)
      }
  }

  /// The programs of installed examples, the names of these, and what shows that the program is used.
  private static var examples: [(program: String, name: String, places: [String])] {
    let pomodoro = places("gnome-pomodoro", "org.gnome.Pomodoro")
    return [
      ("ActivityWatch", "activitywatch", [UserDirectories.data + "/activitywatch"]),
      (
        "Focus Timer", "focus-timer",
        places("focus-timer", "io.github.focustimerhq.FocusTimer") + pomodoro
      ),
    ]
  }

  /// Where a program may have a folder: among the data of the user, and of its sandbox in Flatpak.
  private static func places(_ folder: String, _ flatpak: String) -> [String] {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    return ["\(UserDirectories.data)/\(folder)", "\(home)/.var/app/\(flatpak)/data/\(folder)"]
  }
}
