import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// The settings of a guest, which its program knows (docs/guests.md#settings).
struct GuestGroup {
  private let name: String
  private let program: String
  /// Variables of the environment that it does not get.
  private let withheld: [String]
  fileprivate let answer: GuestSettings

  /// How many seconds a guest has to answer.
  private static let limitSeconds = 5

  /// Those of the settings file, asked once, and why others did not answer.
  private static let found = asked(SettingsFile.path)
  private static var all: [GuestGroup] { found.groups }

  /// Why a guest does not answer.
  private struct Problem {
    /// Its group in the settings file; `nil` without one.
    var group: String?
    let sentence: String
    /// That `haru-repo` does not start is a finding of its own.
    var isFoundElsewhere = false
  }

  /// What is wrong with guests that have settings, or are registered wrongly, in a sentence each.
  static var problems: [String] { found.problems.filter { !$0.isFoundElsewhere }.map(\.sentence) }

  /// Why nothing is known of a setting, with or without its group; `nil` if its guest answers, or there is none.
  static func problem(of setting: String) -> String? {
    let group = setting.contains(".") ? setting.prefix { $0 != "." }.lowercased() : nil
    return found.problems.first { problem in
      guard let own = problem.group else { return false }
      return group == nil || group == own.lowercased()
    }?.sentence
  }

  /// Asks each guest about the lines of a file.
  private static func asked(_ file: String) -> (groups: [GuestGroup], problems: [Problem]) {
    let program = ProgramFile()
    var (groups, problems): ([GuestGroup], [Problem]) = ([], [])
    let registered = GuestProgram.registered(beside: program) {
      problems.append(Problem(sentence: sentence($1, about: $0)))
    }
    for guest in registered {
      let path = guest.path(beside: program)
      let isOwn = path == RepoCommand.program
      func note(_ sentence: String, isFoundElsewhere: Bool) {
        problems.append(
          Problem(group: guest.settings, sentence: sentence, isFoundElsewhere: isFoundElsewhere))
      }
      guard ProgramFile.canRun(path) else {
        let reason = Files.reason(errno)
        note(ErrorText.cannotRun(path, reason), isFoundElsewhere: isOwn)
        continue
      }
      guard let name = guest.settings else { continue }
      let words = [path, "settings", "list", file]
      let withheld = guest.withheld(among: registered)
      do {
        try onMain {
          let answer = try answer(to: words, of: name, withholding: withheld)
          groups.append(
            GuestGroup(name: name, program: path, withheld: withheld, answer: answer))
        }
      } catch let error as MessageError {
        note(
          sentence(error, about: words.map(shellQuoted).joined(separator: " ")),
          isFoundElsewhere: false)
      } catch {
        note(sentence(error, about: path), isFoundElsewhere: isOwn)
      }
    }
    return (groups, problems)
  }

  @MainActor
  private static func answer(
    to words: [String], of group: String, withholding withheld: [String]
  ) throws -> GuestSettings {
    let output = try AskedProgram.output(of: words, withholding: withheld, limit: limitSeconds)
    guard let json = JSON(text: output[...]) else { throw MessageError("JSON") }
    let answer = try GuestSettings(json: json.safe)
    // Nobody could be asked to change a setting of another group.
    guard answer.settings.allSatisfy({ $0.group == group }) else { throw MessageError("group") }
    return answer
  }

  /// What is wrong with a guest, with its place.
  private static func sentence(_ error: any Error, about place: String) -> String {
    switch error {
    case let error as MessageError:
      text(
        "{place}: {name} is missing or wrong; correct the guest, or remove it",
        ["name": error.member, "place": place])
    case let error as AskedProgram.NoAnswer: "\(place): " + error.sentence
    case let error as SystemError where error == .notAFile:
      ErrorText.line(.notAFile(place), path: place)
    default: "\(place): \(error)"
    }
  }

  /// Why a line of a file is wrong that stands in the group of a guest; `nil` if none is.
  static func wrong(in file: String) -> String? {
    asked(file).groups.compactMap(\.answer.wrong).first
  }

  /// The settings of all guests.
  static var settings: [ListedSetting] { all.flatMap(\.answer.settings) }

  /// What is wrong in the lines of each, in a sentence.
  static var wrongLines: [String] { all.compactMap(\.answer.wrong) }

  /// Throws if a line of them is wrong.
  static func requireRightLines() throws(Failure) {
    if let wrong = wrongLines.first { throw Failure(.configuration, wrong) }
  }

  /// Becomes the program of a setting, which changes it; returns only to throw why it cannot.
  static func change(_ setting: ListedSetting, to value: String?) throws(Failure) {
    guard let group = all.first(where: { $0.name == setting.group }) else { return }
    let words = ["settings", "set", "--", setting.name] + [value].compactMap(\.self)
    ProgramFile.become([group.program] + words, withholding: group.withheld)
    throw Failure(
      .unavailable, ErrorText.cannotRun(group.program, String(cString: strerror(errno))))
  }
}

extension JSON {
  /// The same with texts that cannot control a terminal.
  fileprivate var safe: JSON {
    switch self {
    case .string(let text): .string(SafeText.line(text))
    case .array(let values): .array(values.map(\.safe))
    case .object(let members): .object(members.map { ($0.name, $0.value.safe) })
    case .null, .bool, .number: self
    }
  }
}
