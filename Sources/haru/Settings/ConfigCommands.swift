import ArgumentParser
import Glibc
import HaruCommand
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
      let context = try CommandContext(warns: false)
      let (settings, lost) = (context.settings, context.lostReminders)
      let width = (StandardStream.output.columns ?? 80) - 2
      let own = Settings.keys.map { key in
        (SettingText.listed(key, in: settings), key.mayLoseReminders ? lost : [])
      }
      let entries = (own + GuestGroup.settings.map { ($0, []) }).map { setting, remarks in
        ([setting.explanation] + remarks).flatMap { DisplayWidth.wrapped($0, to: width) }
          .map { "# " + $0 + "\n" }.joined() + "\(setting.fullName)=\(setting.value)"
      }
      try printOutput(entries.joined(separator: "\n\n"))
      try context.requireRightLines()
      try GuestGroup.requireRightLines()
    }
  }

  struct Get: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("get", text("Print the value of a setting."))
    }

    @Argument(help: .of(HelpText.settingName), completion: .settingName)
    var setting: String

    func runOnMain() throws {
      let context = try CommandContext(warns: false)
      let setting = try listedSetting(setting)
      try printOutput(setting.key?.value(in: context.settings) ?? setting.value)
      try context.requireRightLines()
      if setting.key == nil { try GuestGroup.requireRightLines() }
    }
  }

  struct Set: MainActorCommand {
    static var configuration: CommandConfiguration { .init("set", text("Change a setting.")) }

    @Argument(help: .of(HelpText.settingName), completion: .settingName)
    var setting: String

    @Argument(
      help: .of(text("new value; '' for an empty value")), completion: .settingValue)
    var value: String

    func runOnMain() throws { try change(setting, to: value) }
  }

  struct Unset: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("unset", text("Give a setting its default again."))
    }

    @Argument(help: .of(HelpText.settingName), completion: .settingName)
    var setting: String

    func runOnMain() throws { try change(setting, to: nil) }
  }

  struct Edit: MainActorCommand {
    static var configuration: CommandConfiguration {
      .init("edit", text("Edit the settings file, which is checked before it is taken."))
    }

    func runOnMain() throws {
      let draft = SettingsFile.path + ".draft"
      _ = Files.makeDirectories(above: draft)
      // A draft that was not taken is there to be mended, as long as it is of the present file.
      if Files.exists(draft), try !Edit.isCurrent(draft) {
        printMessage(Edit.isOutdated(try Edit.putAside(draft)))
      }
      if !Files.exists(draft) { try Edit.begin(draft) }
      guard Edit.edit(draft) else {
        throw Failure(
          .unavailable,
          text(
            "the editor failed, nothing was changed: {path}; set EDITOR, such as EDITOR=nano",
            ["path": draft]))
      }
      guard Files.exists(draft) else { return printMessage(StatusText.nothingChanged) }
      guard try Edit.isCurrent(draft) else {
        throw Failure(.tryAgain, Edit.isOutdated(try Edit.putAside(draft)))
      }
      let (edited, settings) = try Edit.checked(draft)
      try writing(SettingsFile.path) { try edited.save(to: SettingsFile.path) }
      for file in [draft, Edit.base(of: draft)] { unlink(file) }
      if !settings.formerRules.isEmpty { printMessage(SettingText.former) }
    }

    /// Makes a draft of the settings file, or of one that explains every setting.
    private static func begin(_ draft: String) throws(Failure) {
      let present = try contents(of: SettingsFile.path)
      try writing(draft) {
        try AtomicFile.write(present, to: base(of: draft))
        let isNew = !Files.exists(SettingsFile.path)
        try AtomicFile.write(isNew ? Array(SettingsTemplate.text.utf8) : present, to: draft)
      }
    }

    /// The settings file as it was when a draft was begun.
    private static func base(of draft: String) -> String { draft + ".base" }

    /// What a file holds; nothing if it is missing.
    private static func contents(of path: String) throws(Failure) -> [UInt8] {
      do throws(GLibError) {
        return try KeyFile.bytes(of: path) ?? []
      } catch {
        throw Failure(.configuration, "\(path): \(error)")
      }
    }

    /// Whether the settings file is as it was when a draft was begun: else what was changed since would be lost.
    private static func isCurrent(_ draft: String) throws(Failure) -> Bool {
      try contents(of: SettingsFile.path) == contents(of: base(of: draft))
    }

    /// Gives a draft another name, and returns that.
    private static func putAside(_ draft: String) throws(Failure) -> String {
      let place = FileGroup.unused(draft + ".old")
      guard rename(draft, place) == 0 else {
        throw Failure(.cannotCreate, CommandText.cannotWrite(place, Files.reason(errno)))
      }
      return place
    }

    private static func isOutdated(_ draft: String) -> String {
      text(
        "{path} was changed since the draft was begun; the draft is not taken, and is kept: {draft}",
        ["path": SettingsFile.path, "draft": draft])
    }

    /// Edits a file with the user's editor at the terminal of this process, and waits until that ends.
    ///
    /// - Returns: Whether it ended well.
    private static func edit(_ file: String) -> Bool {
      let names: [String] = ["VISUAL", "EDITOR"]
      let chosen = names.compactMap { name in getenv(name).map { String(cString: $0) } }
      let editor = chosen.first { !$0.isEmpty } ?? "vi"
      // By the shell, because the variable may hold arguments; an interrupt at the terminal is for the editor.
      return system(editor + " " + shellQuoted(file)) == 0
    }

    /// The draft, if every line of it is right.
    private static func checked(
      _ draft: String
    ) throws(Failure) -> (file: KeyFile, settings: Settings) {
      let (file, settings): (KeyFile, Settings)
      do {
        file = try KeyFile(path: draft)
        settings = try Settings(lines: SettingsFile.ownLines(of: file))
      } catch {
        let reason = (error as? SettingsError).map { ErrorText.line($0, file: draft) }
        throw Failure(.configuration, SettingText.notTaken(reason ?? "\(draft): \(error)"))
      }
      guard let wrong = GuestGroup.wrong(in: draft) else { return (file, settings) }
      throw Failure(.configuration, SettingText.notTaken(wrong))
    }
  }
}

/// Changes a setting, to its default for `nil`, and prints what holds then, from when on, and what does not work because
/// of it.
@MainActor
private func change(_ name: String, to value: String?) throws(Failure) {
  let setting = try listedSetting(name)
  guard let key = setting.key else { return try GuestGroup.change(setting, to: value) }
  if setting.fullName == "Store.path", let value { try requireStorePlace(value) }
  try key.change(to: value.map(key.inEnglish), typed: value)
  guard let context = try? CommandContext(warns: false) else { return }
  printMessage(SettingText.holds(key, in: context.settings))
  if key.mayLoseReminders { context.lostReminders.forEach(printMessage) }
}

/// Fails if a path can be that of no store: each command would fail then.
private func requireStorePlace(_ path: String) throws(Failure) {
  guard path.hasPrefix("/") else { return }
  let directory = Files.directory(of: path)
  do throws(StoreError) {
    guard Files.isDirectory(directory) else { throw .noSuchDirectory(directory) }
    _ = try Store(path: path, for: .reading)
  } catch .missing {
    return
  } catch {
    throw Failure(error, path: path)
  }
}

private func listedSetting(_ name: String) throws(Failure) -> ListedSetting {
  let found = ListedSetting.called([name])
  guard found.count == 1 else {
    if found.isEmpty, let problem = GuestGroup.problem(of: name) {
      throw Failure(.unavailable, problem)
    }
    let names = found.isEmpty ? ListedSetting.names + ListedSetting.own.map(\.name) : []
    let near = found.first?.fullName ?? SimilarWords.nearest(to: name, among: names)
    throw Failure(.usage, CommandText.noSuchSetting(name, near: near))
  }
  return found[0]
}

extension ListedSetting {
  /// Those of Haru itself, by their defaults.
  static var own: [ListedSetting] { Settings.keys.map { SettingText.listed($0) } }

  /// The names that stand for one setting each: all whole ones, then those that do without their group.
  static var names: [String] {
    let all = own + GuestGroup.settings
    return all.map(\.fullName) + all.map(\.name).filter { called([$0]).count == 1 }
  }

  /// The settings that some words name: those of Haru, or else those of guests.
  static func called(_ words: [String]) -> [ListedSetting] {
    func isMeant(_ setting: ListedSetting) -> Bool { words.contains(where: setting.isCalled) }
    let found = own.filter(isMeant)
    return found.isEmpty ? GuestGroup.settings.filter(isMeant) : found
  }

  /// The key of Haru's own; `nil` for a setting of a guest.
  fileprivate var key: SettingKey<Settings>? { Settings.key(name, in: group) }
}

extension CommandContext {
  /// Throws if a line of the settings file is wrong, for commands that show what holds all the same.
  fileprivate func requireRightLines() throws(Failure) {
    if let first = wrongLines.first { throw Failure(readingSettings: first) }
  }
}

extension SettingKey {
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
}

extension SettingExpectation {
  /// Whether a value may name weekdays.
  fileprivate var hasWeekdays: Bool {
    switch self {
    case .times: true
    case .oneOf(let words): words.contains(Weekday.monday.description)
    default: false
    }
  }
}
