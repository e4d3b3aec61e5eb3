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
  fileprivate let answer: GuestSettings

  /// How many seconds a guest has to answer.
  private static let limitSeconds = 5

  /// Those of the settings file, asked once, and why others did not answer.
  private static let found = asked(SettingsFile.path)
  private static var all: [GuestGroup] { found.groups }

  /// What is wrong with guests that have settings, or are registered wrongly, in a sentence each.
  static var problems: [String] { found.problems }

  /// Asks each guest about the lines of a file.
  private static func asked(_ file: String) -> (groups: [GuestGroup], problems: [String]) {
    let program = ProgramFile()
    var (groups, problems): ([GuestGroup], [String]) = ([], [])
    for guest in GuestProgram.registered(beside: program, onProblem: { problems.append($0) }) {
      guard let name = guest.settings else { continue }
      let path = guest.path(beside: program)
      do {
        try onMain {
          let output = try AskedProgram.output(
            of: [path, "settings", "list", file], limit: limitSeconds)
          let answer = try GuestSettings(line: String(decoding: output, as: UTF8.self))
          groups.append(GuestGroup(name: name, program: path, answer: answer))
        }
      } catch {
        // One of Haru's own that is not installed has a finding of its own.
        if guest.program.hasPrefix("/") { problems.append("\(path): \(error)") }
      }
    }
    return (groups, problems)
  }

  /// Why a line of a file is wrong that stands in the group of a guest; `nil` if none is.
  static func wrong(in file: String) -> String? { asked(file).groups.firstWrong }

  /// The settings of all guests.
  static var settings: [ListedSetting] { all.flatMap(\.answer.settings) }

  /// Throws if a line of them is wrong.
  static func requireRightLines() throws(Failure) {
    if let wrong = all.firstWrong { throw Failure(.configuration, wrong) }
  }

  /// Becomes the program of a setting, which changes it; returns only to throw why it cannot.
  static func change(_ setting: ListedSetting, to value: String?) throws(Failure) {
    guard let program = all.first(where: { $0.name == setting.group })?.program else { return }
    let words = ["settings", "set", "--", setting.name] + [value].compactMap(\.self)
    ProgramFile.become([program] + words)
    throw Failure(.unavailable, ErrorText.cannotRun(program, String(cString: strerror(errno))))
  }
}

extension [GuestGroup] {
  fileprivate var firstWrong: String? { lazy.compactMap(\.answer.wrong).first }
}
