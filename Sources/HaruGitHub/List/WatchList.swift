internal import HaruCore

/// The repositories that the user watches: a text with a line for each, in the user's order
/// (docs/github.md#the-list).
///
/// Comments and lines that name no repository stay as they are.
public struct WatchList: Hashable, Sendable {
  /// A line, and the repository that it names; `nil` for a comment, a wrong line, or a repository of a line above.
  private struct Line: Hashable {
    /// Bytes, because the user's comments need not be UTF-8.
    var bytes: ArraySlice<UInt8>
    var watched: WatchedRepository?

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private var lines: [Line] = []

  /// Makes an empty list.
  public init() {}

  /// Reads the bytes of a text.
  package init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Line(bytes: $0) }
    if lines.last?.bytes.isEmpty == true { lines.removeLast() }
    var known: Set<RepositoryName> = []
    for index in lines.indices {
      lines[index].watched = WatchList.watched(lines[index].text)
        .flatMap { known.insert($0.name).inserted ? $0 : nil }
    }
  }

  /// The bytes of the text.
  package var bytes: [UInt8] { lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] } }

  /// The repositories, each once.
  public var watched: [WatchedRepository] { lines.compactMap(\.watched) }

  /// The lines that are neither a repository nor a comment, with their numbers, counted from 1.
  public var wrongLines: [(number: Int, text: String)] {
    lines.enumerated().compactMap { index, line in
      let isWrong = WatchList.watched(line.text) == nil && !WatchList.words(line.text).isEmpty
      return isWrong ? (index + 1, line.text) : nil
    }
  }

  // MARK: Changes

  /// Adds repositories at the end, but for those that are there.
  public mutating func add(_ watched: [WatchedRepository]) {
    var known = Set(self.watched.map(\.name))
    lines += watched.filter { known.insert($0.name).inserted }
      .map { Line(bytes: Array($0.text.utf8)[...], watched: $0) }
  }

  /// Removes the lines of repositories.
  public mutating func remove(_ names: Set<RepositoryName>) {
    lines.removeAll { WatchList.names($0, names) }
  }

  /// Moves the lines of a repository that goes by some names before those of another one; to the end for `nil`.
  ///
  /// Those that do not count move too: left behind, they would be the first.
  public mutating func move(_ names: Set<RepositoryName>, before next: Set<RepositoryName>?) {
    let moved = lines.filter { WatchList.names($0, names) }
    remove(names)
    let place = lines.firstIndex { line in
      line.watched.map { next?.contains($0.name) ?? false } ?? false
    }
    lines.insert(contentsOf: moved, at: place ?? lines.endIndex)
  }

  /// Mutes repositories, or stops muting them.
  public mutating func setQuiet(_ isQuiet: Bool, _ names: Set<RepositoryName>) {
    for index in lines.indices {
      guard let watched = lines[index].watched, names.contains(watched.name),
        watched.isQuiet != isQuiet
      else { continue }
      replace(index, by: WatchedRepository(watched.name, isQuiet: isQuiet))
    }
  }

  /// Writes a line anew, with the comment that it has.
  private mutating func replace(_ index: Int, by watched: WatchedRepository) {
    let comment = lines[index].bytes.drop { $0 != UInt8(ascii: "#") }
    let text = comment.isEmpty ? watched.text : watched.text + "  "
    lines[index] = Line(bytes: Array(text.utf8) + comment, watched: watched)
  }

  // MARK: Lines

  /// The words of a line before its comment; a sign is one also where another joins it, as in the emoji of a `#`.
  private static func words(_ line: String) -> [String] {
    line.unicodeScalars.prefix { $0 != "#" }
      .split { " \t\r\u{feff}".unicodeScalars.contains($0) }.map { String($0) }
  }

  private static func watched(_ line: String) -> WatchedRepository? {
    WatchedRepository(words(line).joined(separator: " "))
  }

  /// Whether a line names one of some repositories, be it the first to do so or not.
  private static func names(_ line: Line, _ names: Set<RepositoryName>) -> Bool {
    watched(line.text).map { names.contains($0.name) } ?? false
  }
}
