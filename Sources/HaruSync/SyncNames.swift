/// The names that a folder has for devices and their files, and for the inbox.
enum SyncNames {
  /// The directory in which people and their phones put names of days.
  static let inbox = "inbox"

  /// Whether a file of this name may hold lines.
  ///
  /// One of these is another copy of a numbered file, made by what carries the folder. It gives its
  /// unfinished files names that begin with `.` or `~`.
  static func mayHoldLines(_ name: String) -> Bool {
    name.hasSuffix(lineEnding) && name.first != "." && name.first != "~"
  }

  /// The name of the file with a number, such as `000001.jsonl`; `nil` if there is no such number.
  static func file(_ number: Int) -> String? {
    guard (1...999_999).contains(number) else { return nil }
    return String(String(1_000_000 + number).dropFirst()) + lineEnding
  }

  /// The number in the name of a file; `nil` if it is not a numbered one.
  static func number(_ name: String) -> Int? {
    guard name.utf8.count == 6 + lineEnding.utf8.count, let number = Int(name.prefix(6)),
      file(number) == name
    else { return nil }
    return number
  }

  static func isDigit(_ letter: UInt8) -> Bool { (0x30...0x39).contains(letter) }

  private static let lineEnding = ".jsonl"
}
