internal import HaruCore

/// The names of files in the inbox: a day or `today`, in any case, with or without an ending.
enum InboxNames {
  /// The day that a file asks for by its name; `nil` if none.
  static func day(_ name: String) -> InboxDay? {
    guard let word = word(of: name) else { return nil }
    return word == today ? .today : Day(word).map { .day($0) }
  }

  /// Whether a name in an inbox looks like a day, even if the calendar has no such date.
  static func looksLikeDay(_ name: String) -> Bool {
    guard let word = word(of: name) else { return false }
    return word == today
      || word.utf8.count == 10
        && word.utf8.enumerated().allSatisfy { place, letter in
          [4, 7].contains(place)
            ? letter == UInt8(ascii: "-") : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
        }
  }

  /// A name in an inbox in small letters and without its ending; `nil` if it has a wrong one.
  private static func word(of name: String) -> String? {
    let parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    guard let word = parts.first, parts.count == 1 || ["txt", "md"].contains(parts[1]),
      parts.count <= 2
    else { return nil }
    return String(word)
  }

  private static let today = "today"
}
