import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruSystem
import HaruText

/// What `haru config` asks about the settings of this program, and has it change (docs/guests.md#settings).
struct SettingsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "settings", shouldDisplay: false, subcommands: [List.self, Set.self])
  }

  struct List: MainActorCommand {
    @Argument
    var file: String

    func runOnMain() throws {
      var settings = RepositorySettings()
      do {
        let (_, wrong) = try SettingsFile.readGoodLines(of: file) { line throws(SettingsError) in
          try settings.take(line)
        }
        let first = wrong.first { RepositorySettings.groups.contains($0.group ?? "") }
        let listed = RepositorySettings.keys.map { SettingText.listed($0, in: settings) }
        try printOutput(
          GuestSettings(listed, wrong: first.map { ErrorText.line($0.error, file: $0.place) }).line)
      } catch let error as GLibError {
        throw Failure(readingSettings: error)
      }
    }
  }

  struct Set: MainActorCommand {
    @Argument
    var name: String

    /// Left out for the default.
    @Argument
    var value: String?

    func runOnMain() throws {
      guard let key = RepositorySettings.keys.first(where: { $0.isCalled(name) }) else {
        throw Failure(.usage, CommandText.noSuchSetting(name))
      }
      try key.change(to: value)
      guard let context = try? RepositoryContext(warns: false) else { return }
      printMessage(SettingText.holds(key, in: context.ownSettings))
    }
  }
}
