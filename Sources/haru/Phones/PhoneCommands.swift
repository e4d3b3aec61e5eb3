import HaruCore

/// The commands that KDE Connect lets a phone run: its file `kdeconnect_runcommand/config`
/// (docs/formats.md#kde-connect).
struct PhoneCommands {
  /// A command with the name that the phone shows.
  struct Command: Hashable, Sendable {
    /// The key in the file, by which `add` and `remove` find the command.
    let key: String
    /// The name on the phone.
    let name: String
    /// The line that a shell runs.
    let line: String

    /// Makes a command.
    init(key: String, name: String, line: String) {
      (self.key, self.name, self.line) = (key, name, line)
    }

    fileprivate var json: JSON { .object(["command": .string(line), "name": .string(name)]) }
  }

  private static let (group, key) = ("General", "commands")
  private var settings: QtSettings
  private var members: [String: JSON]

  /// Reads a file; a missing one holds no commands.
  init(path: String) throws(ImportError) {
    settings = try QtSettings(path: path)
    let written = settings.value(of: PhoneCommands.key, in: PhoneCommands.group)
    guard written != nil || !settings.has(PhoneCommands.key, in: PhoneCommands.group),
      let members = JSON(text: Array((written ?? "{}").utf8)[...])?.members
    else { throw .damaged }
    self.members = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  /// The content of the file.
  var text: String { settings.text }

  /// Adds commands, or replaces those with the same keys.
  ///
  /// - Returns: Whether that changed anything.
  mutating func add(_ commands: [Command]) -> Bool {
    var members = members
    for command in commands { members[command.key] = command.json }
    return set(members)
  }

  /// Removes commands by their keys.
  ///
  /// - Returns: Whether that changed anything.
  mutating func remove(_ keys: [String]) -> Bool {
    set(members.filter { !keys.contains($0.key) })
  }

  private mutating func set(_ members: [String: JSON]) -> Bool {
    let (before, after) = ("\(JSON.object(self.members))", "\(JSON.object(members))")
    guard before != after else { return false }
    self.members = members
    settings.set(
      bytes: PhoneCommands.ascii(after), for: PhoneCommands.key, in: PhoneCommands.group)
    return true
  }

  /// JSON in ASCII: any other letter is escaped.
  private static func ascii(_ json: String) -> String {
    json.utf16.map { unit in
      if unit <= 0x7e { return String(decoding: [unit], as: UTF16.self) }
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

/// A phone, or another device, that is paired with KDE Connect.
struct PairedDevice: Hashable, Sendable {
  /// Its id, which is the name of its folder.
  let id: String
  /// Its name.
  let name: String

  /// Reads KDE Connect's file `trusted_devices`; a missing one names no device.
  static func list(path: String) throws(ImportError) -> [PairedDevice] {
    let settings = try QtSettings(path: path)
    return settings.groups.compactMap { id in
      // The id becomes part of a path and of a shell's line.
      let isSafe = id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }
      guard isSafe, !id.isEmpty, let name = settings.value(of: "name", in: id) else { return nil }
      return PairedDevice(id: id, name: name)
    }
  }
}
