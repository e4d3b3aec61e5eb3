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

  /// Those of the settings file, asked once.
  private static let all = asked(SettingsFile.path)

  /// Asks each guest about the lines of a file.
  private static func asked(_ file: String) -> [GuestGroup] {
    let program = ProgramFile()
    return GuestProgram.registered(beside: program).compactMap { guest in
      let path = guest.path(beside: program)
      guard let name = guest.settings,
        let ending = try? Subprocess.run([path, "settings", "list", file]), ending.status == 0,
        let answer = try? GuestSettings(line: ending.output)
      else { return nil }
      return GuestGroup(name: name, program: path, answer: answer)
    }
  }

  /// Why a line of a file is wrong that stands in the group of a guest; `nil` if none is.
  static func wrong(in file: String) -> String? { asked(file).firstWrong }

  /// The settings of all guests.
  static var settings: [ListedSetting] { all.flatMap(\.answer.settings) }

  /// The same; throws if a line of them is wrong.
  static func rightSettings() throws(Failure) -> [ListedSetting] {
    if let wrong = all.firstWrong { throw Failure(.configuration, wrong) }
    return settings
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
