import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

struct ConfigCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "config", abstract: text("Show and change the settings."),
      subcommands: [
        Path.self, List.self, Get.self, Set.self, Unset.self, Edit.self,
      ])
  }

  struct Path: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("path", text("Print the path of the settings file."))
    }

    func runOnMain() throws {
      try printOutput(SettingsFile.path)
    }
  }

  struct List: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("list", text("Explain every setting, and print its value."))
    }

    func runOnMain() throws {
      let settings = try CommandContext.readSettings()
      let lost = try CommandContext(warns: false).lostReminders
      let width = (StandardStream.output.columns ?? 80) - 2
      let entries = SettingKey.all.map { key in
        let words = [SettingText.explanation(key)] + (key.mayLoseReminders ? lost : [])
        return words.flatMap { DisplayWidth.wrapped($0, to: width) }.map { "# " + $0 + "\n" }
          .joined() + "\(key.fullName)=\(key.value(in: settings))"
      }
      try printOutput(entries.joined(separator: "\n\n"))
    }
  }

  struct Get: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("get", text("Print the value of a setting."))
    }

    @Argument(help: Haru.help(HelpText.settingName), completion: .list(SettingKey.names))
    var setting: String

    func runOnMain() throws {
      let key = try settingKey(setting)
      try printOutput(key.value(in: try CommandContext.readSettings()))
    }
  }

  struct Set: MainActorCommand {
    static var configuration: CommandConfiguration { .init("set", text("Change a setting.")) }

    @Argument(help: Haru.help(HelpText.settingName), completion: .list(SettingKey.names))
    var setting: String

    @Argument(
      help: Haru.help(text("new value; '' for an empty value")), completion: .settingValue)
    var value: String

    func runOnMain() throws {
      let key = try settingKey(setting)
      var settings = Settings()
      guard key.set(key.inEnglish(value), in: &settings) else {
        throw Failure(
          .usage, CommandText.badValue(value, for: key.fullName, expected: key.expected))
      }
      try changeSettings { $0.set(key.value(in: settings), for: key.name, in: key.group) }
      sayWhatHolds(key)
    }
  }

  struct Unset: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("unset", text("Give a setting its default again."))
    }

    @Argument(help: Haru.help(HelpText.settingName), completion: .list(SettingKey.names))
    var setting: String

    func runOnMain() throws {
      let key = try settingKey(setting)
      try changeSettings { $0.remove(key.name, in: key.group) }
      sayWhatHolds(key)
    }
  }

  struct Edit: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("edit", text("Edit the settings file, which is checked before it is taken."))
    }

    func runOnMain() throws {
      let draft = SettingsFile.path + ".draft"
      _ = Files.makeDirectories(above: draft)
      // A draft that was not taken is there to be mended.
      if !Files.exists(draft) { try Edit.begin(draft) }
      guard Edit.edit(draft) else {
        throw Failure(.unavailable, SettingText.notEdited(draft))
      }
      let edited = try Edit.checked(draft)
      try writing(SettingsFile.path) { try edited.save(to: SettingsFile.path) }
      unlink(draft)
    }

    /// Makes a draft of the settings file, or of one that explains every setting.
    @MainActor
    private static func begin(_ draft: String) throws(Failure) {
      try writing(draft) {
        guard !Files.exists(SettingsFile.path) else {
          _ = try Subprocess.run(["cp", "--", SettingsFile.path, draft])
          return
        }
        try AtomicFile.write(Array(SettingsTemplate.text.utf8), to: draft)
      }
    }

    /// Edits a file with the user's editor at the terminal of this process, and waits until that ends.
    ///
    /// - Returns: Whether it ended well.
    private static func edit(_ file: String) -> Bool {
      let names: [String] = ["VISUAL", "EDITOR"]
      let chosen = names.compactMap { name in getenv(name).map { String(cString: $0) } }
      let editor = chosen.first { !$0.isEmpty } ?? "vi"
      // By the shell, because the variable may hold arguments.
      let arguments: [String] = ["sh", "-c", editor + " \"$1\"", "sh", file]
      let words = arguments.map { strdup($0) }
      defer { words.forEach { free($0) } }
      var process: pid_t = 0
      guard posix_spawnp(&process, "sh", nil, nil, words + [nil], environ) == 0 else {
        return false
      }
      // An interrupt at the terminal is for the editor.
      let before = signal(SIGINT, SIG_IGN)
      defer { signal(SIGINT, before) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { return false }
      }
      return status == 0
    }

    /// The draft, if every line of it is right.
    private static func checked(_ draft: String) throws(Failure) -> KeyFile {
      do {
        let file = try KeyFile(path: draft)
        _ = try Settings(
          lines: file.entries.map {
            SettingLine(group: $0.group, name: $0.key, value: $0.value)
          })
        return file
      } catch {
        let reason = (error as? SettingsError).map { ErrorText.line($0, file: draft) }
        throw Failure(.configuration, SettingText.notTaken(reason ?? "\(draft): \(error)"))
      }
    }
  }
}

/// Changes the settings file.
@MainActor
private func changeSettings(_ change: (KeyFile) -> Void) throws(Failure) {
  let file: KeyFile
  do {
    file = try SettingsFile.open()
  } catch {
    throw Failure(readingSettings: error)
  }
  change(file)
  try writing(SettingsFile.path) { try file.save(to: SettingsFile.path) }
}

/// Says what holds after a setting was changed, from when on, and what does not work because of it.
@MainActor
private func sayWhatHolds(_ key: SettingKey) {
  guard let context = try? CommandContext(warns: false) else { return }
  say(SettingText.holds(key, in: context.settings))
  if key.mayLoseReminders { context.lostReminders.forEach(say) }
}

private func settingKey(_ name: String) throws(Failure) -> SettingKey {
  let found = SettingKey.called(name)
  guard found.count == 1 else {
    let names = found.isEmpty ? SettingKey.names + SettingKey.all.map(\.name) : []
    let near = found.first?.fullName ?? SimilarWords.nearest(to: name, among: names)
    throw Failure(.usage, CommandText.noSuchSetting(name, near: near))
  }
  return found[0]
}

extension SettingKey {
  /// The names that stand for one setting each: all whole ones, then those that do without their group.
  static let names = all.map(\.fullName) + all.map(\.name).filter { called($0).count == 1 }

  /// The settings of a name, whole or without its group, in any case.
  static func called(_ name: String, among keys: [SettingKey] = all) -> [SettingKey] {
    let wanted = name.lowercased()
    return keys.filter { [$0.fullName.lowercased(), $0.name].contains(wanted) }
  }

  /// A value in which a day may be pasted and weekdays may be in the user's language, in the words of the settings
  /// file.
  fileprivate func inEnglish(_ value: String) -> String {
    if expected == .day { return DayWords.day(value)?.description ?? value }
    guard expected.hasWeekdays else { return value }
    var (english, word) = ("", "")
    for character in value + ";" {
      guard Weekday.separators.contains(character) else {
        word.append(character)
        continue
      }
      if let weekday = Weekday(typed: word) { word = weekday.description }
      english += word + (character == "、" ? "," : String(character))
      word = ""
    }
    return String(english.dropLast())
  }

  fileprivate var fullName: String { group + "." + name }
}

extension SettingKey.Expectation {
  /// Whether a value may name weekdays.
  fileprivate var hasWeekdays: Bool {
    switch self {
    case .times: true
    case .oneOf(let words): words.contains(Weekday.monday.description)
    default: false
    }
  }
}
