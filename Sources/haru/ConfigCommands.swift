import ArgumentParser
import HaruCore
import HaruDesktop
import HaruSession
import HaruText

/// The command `haru config`.
struct ConfigCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config", abstract: HelpText.config,
      subcommands: [Path.self, List.self, Get.self, Set.self])
  }

  /// The command `haru config path`.
  struct Path: ParsableCommand {
    static var configuration: CommandConfiguration { .init("path", HelpText.configPath) }

    func run() throws {
      try onMain { try printOutput(SettingsFile.path) }
    }
  }

  /// The command `haru config list`.
  struct List: ParsableCommand {
    static var configuration: CommandConfiguration { .init("list", HelpText.configList) }

    func run() throws {
      try onMain {
        let settings = try Session.readSettings()
        let lines = SettingKey.all.map { "\($0.fullName)=\($0.value(in: settings))" }
        try printOutput(lines.joined(separator: "\n"))
      }
    }
  }

  /// The command `haru config get`.
  struct Get: ParsableCommand {
    static var configuration: CommandConfiguration { .init("get", HelpText.configGet) }

    @Argument(help: ArgumentHelp(HelpText.settingName), completion: .list(settingNames))
    var setting: String

    func run() throws {
      try onMain {
        let key = try settingKey(setting)
        try printOutput(key.value(in: try Session.readSettings()))
      }
    }
  }

  /// The command `haru config set`.
  struct Set: ParsableCommand {
    static var configuration: CommandConfiguration { .init("set", HelpText.configSet) }

    @Argument(help: ArgumentHelp(HelpText.settingName), completion: .list(settingNames))
    var setting: String

    @Argument(help: ArgumentHelp(HelpText.settingValue))
    var value: String

    func run() throws {
      try onMain {
        let key = try settingKey(setting)
        var settings = Settings()
        guard key.set(value, in: &settings) else {
          throw Failure(
            .usage, CommandText.badValue(value, for: key.fullName, expected: key.expected))
        }
        let file: KeyFile
        do {
          file = try SettingsFile.open()
        } catch {
          throw Failure(readingSettings: error)
        }
        file.set(key.value(in: settings), for: key.name, in: key.group)
        try writing(SettingsFile.path) { try file.save(to: SettingsFile.path) }
        // Weekdays that have become free are free from today on, not from when it is next looked.
        _ = try? Session().record()
      }
    }
  }
}

private let settingNames = SettingKey.all.map(\.fullName)

private func settingKey(_ name: String) throws(Failure) -> SettingKey {
  let wanted = name.lowercased()
  let found = SettingKey.all.filter { [$0.fullName.lowercased(), $0.name].contains(wanted) }
  guard found.count == 1 else {
    let names = found.isEmpty ? settingNames + SettingKey.all.map(\.name) : []
    let near = found.first?.fullName ?? NearWords.nearest(to: name, among: names)
    throw Failure(.usage, CommandText.noSuchSetting(name, near: near))
  }
  return found[0]
}

extension SettingKey {
  fileprivate var fullName: String { group + "." + name }
}
