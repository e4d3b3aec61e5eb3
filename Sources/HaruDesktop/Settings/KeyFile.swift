internal import CDesktop
internal import Glibc
internal import HaruCore
public import HaruSystem

/// A key file, which keeps its comments and order when a key is set.
public final class KeyFile {
  private let file = g_key_file_new()
  /// The lines that were read, for their numbers; none unless they were read one by one.
  private let lines: [Substring]

  /// Makes an empty file.
  public convenience init() {
    self.init(lines: [])
  }

  private init(lines: [Substring]) {
    self.lines = lines
  }

  /// Reads a file; a missing one counts as empty.
  ///
  /// - Throws: `GLibError` if it cannot be read, or is not a key file.
  public convenience init(path: String) throws(GLibError) {
    self.init()
    guard let bytes = try Self.bytes(of: path) else { return }
    try load(bytes, G_KEY_FILE_KEEP_COMMENTS.rawValue | G_KEY_FILE_KEEP_TRANSLATIONS.rawValue)
  }

  /// What a file holds; `nil` if it is missing.
  ///
  /// - Throws: `GLibError` if it cannot be read, or a link to it leads nowhere.
  public static func bytes(of path: String) throws(GLibError) -> [UInt8]? {
    do throws(SystemError) {
      let (file, status) = try OpenFile.regular(path)
      return try file.bytes(Int(status.st_size))
    } catch {
      if [ENOENT, ENOTDIR].contains(error.number) {
        // What a link leads to may be on a disk that is not connected: nothing may take its place.
        guard let link = Files.brokenLink(above: path) else { return nil }
        throw GLibError("\(link.target): \(error)")
      }
      throw error == .notAFile ? .notARegularFile : GLibError("\(error)")
    }
  }

  private func load(_ bytes: [UInt8], _ flags: UInt32) throws(GLibError) {
    var error: UnsafeMutablePointer<GError>?
    let isLoaded = bytes.withUnsafeBytes {
      g_key_file_load_from_data(
        file, $0.baseAddress?.assumingMemoryBound(to: gchar.self), gsize($0.count),
        GKeyFileFlags(flags), &error)
    }
    guard isLoaded != 0 else { throw GLibError(taking: error) }
  }

  /// Reads the lines of a file that a key file may have, and passes over others.
  ///
  /// - Parameter path: The file.
  /// - Returns: The file without those lines; and those lines with their numbers, counted from 1. The
  ///   keys below a group that cannot be read are among them.
  /// - Throws: `GLibError` if it cannot be read.
  public static func readingGoodLines(
    of path: String
  ) throws(GLibError) -> (file: KeyFile, others: [(number: Int, line: String)]) {
    guard let bytes = try bytes(of: path) else { return (KeyFile(), []) }
    // Split as bytes: with a carriage return before it, a line break is one character.
    let lines = Self.lines(in: Array(bytes.prefix { $0 != 0 })).map {
      Substring(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
    }
    var (good, others) = ([Substring](), [(number: Int, line: String)]())
    var isBelowGroup = false
    for (index, line) in lines.enumerated() {
      // By scalars, as GLib reads it: another sign may join one of these, as in the emoji of a `#`.
      let words = line.unicodeScalars.drop { $0 == " " || $0 == "\t" || $0 == "\r" }
      let isKept: Bool
      switch words.first {
      case nil, "#": isKept = true
      case "[":
        isBelowGroup = words.dropFirst().firstIndex(of: "]").map { $0 > words.startIndex } ?? false
        isKept = isBelowGroup
      default:
        isKept = isBelowGroup && words.dropFirst().contains("=") && words.first != "="
      }
      if isKept { good.append(line) } else { others.append((index + 1, String(words))) }
    }
    let file = KeyFile(lines: lines)
    try file.load(Array(good.joined(separator: "\n").utf8), G_KEY_FILE_KEEP_TRANSLATIONS.rawValue)
    return (file, others)
  }

  /// The number of the line that sets a key, counted from 1, in a file that was read line by line; `nil`
  /// if none does.
  public func line(of key: String, in group: String) -> Int? {
    // The last line of a key counts.
    Self.keys(in: lines).last { $0.group == group && $0.name == key }.map { $0.place + 1 }
  }

  /// The keys that lines set, with the places of these lines.
  private static func keys(
    in lines: [Substring]
  ) -> [(place: Int, group: String, name: String)] {
    var (keys, group) = ([(place: Int, group: String, name: String)](), "")
    for (place, line) in lines.enumerated() {
      let words = line.unicodeScalars.drop { $0 == " " || $0 == "\t" }
      if words.first == "[" {
        group = words.contains("]") ? String(words.dropFirst().prefix { $0 != "]" }) : ""
      } else if words.first != "#", let equals = words.firstIndex(of: "=") {
        let name = words[..<equals].reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        keys.append((place, group, String(String.UnicodeScalarView(name))))
      }
    }
    return keys
  }

  /// Makes the lines that set some keys of the file at a path comments, below a sentence.
  static func commentOut(
    _ keys: [SettingKey<Settings>], below sentence: String, at path: String
  ) throws(GLibError) {
    guard let bytes = try bytes(of: path) else { return }
    var lines = Self.lines(in: bytes)
    let found = Self.keys(in: lines.map { Substring(decoding: $0, as: UTF8.self) })
    for line in found
    where keys.contains(where: { $0.group == line.group && $0.name == line.name }) {
      lines[line.place] = Array("# \(sentence)\n#".utf8) + lines[line.place]
    }
    try AtomicFile.write(Array(lines.joined(separator: [lineBreak])), to: path, keepsMode: true)
  }

  /// Sets a key of the file at a path to a text that stands there as it is, or takes it out for `nil`.
  ///
  /// All other lines stay as they are, also those that a key file may not have.
  ///
  /// - Throws: `GLibError` if the file cannot be read or written.
  public static func setLine(
    _ value: String?, for key: String, in group: String, at path: String
  ) throws(GLibError) {
    try AtomicFile.change(path) { () throws(GLibError) in
      var lines = Self.lines(in: try bytes(of: path) ?? [])
      put(value.map { Array("\(key)=\($0)".utf8)[...] }, for: key, in: group, into: &lines)
      try AtomicFile.write(Array(lines.joined(separator: [lineBreak])), to: path, keepsMode: true)
    }
  }

  private static func put(
    _ line: ArraySlice<UInt8>?, for key: String, in group: String,
    into lines: inout [ArraySlice<UInt8>]
  ) {
    let texts = lines.map { Substring(decoding: $0, as: UTF8.self) }
    let inGroup = Self.keys(in: texts).filter { $0.group == group }
    let places = inGroup.filter { $0.name == key }.map(\.place)
    let header = texts.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("[\(group)]") }
    if let line {
      if let place = places.last {
        lines[place] = line
      } else if let last = inGroup.last?.place ?? header {
        lines.insert(line, at: last + 1)
      } else {
        if lines.last?.isEmpty == true { lines.removeLast() }
        lines += [Array("[\(group)]".utf8)[...], line, []]
      }
    }
    for place in (line == nil ? places[...] : places.dropLast()).reversed() {
      lines.remove(at: place)
    }
  }

  private static let lineBreak = UInt8(ascii: "\n")

  /// The lines of a file as bytes, because comments of the user need not be UTF-8; without the mark that some editors
  /// put in front.
  private static func lines(in bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.withoutByteOrderMark.split(separator: lineBreak, omittingEmptySubsequences: false)
  }

  deinit {
    g_key_file_unref(file)
  }

  /// Every key with its group and its value, in the order of the file.
  public var entries: [(group: String, key: String, value: String)] {
    strings(taking: g_key_file_get_groups(file, nil)).flatMap { group in
      strings(taking: g_key_file_get_keys(file, group, nil, nil)).map { key in
        (group, key, value(of: key, in: group) ?? "")
      }
    }
  }

  /// The value of a key; `nil` if it is missing.
  public func value(of key: String, in group: String) -> String? {
    guard let text = g_key_file_get_string(file, group, key, nil) else {
      // An invalid value is returned as it is, so that an error can name it.
      return rawValue(of: key, in: group)
    }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Sets a key, in memory.
  public func set(_ value: String, for key: String, in group: String) {
    g_key_file_set_string(file, group, key, value)
  }

  /// The value of a key as it stands in the file, for files without the escapes of a key file.
  public func rawValue(of key: String, in group: String) -> String? {
    guard let text = g_key_file_get_value(file, group, key, nil) else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Sets a key to a text that stands in the file as it is, in memory.
  public func setRaw(_ value: String, for key: String, in group: String) {
    g_key_file_set_value(file, group, key, value)
  }

  /// Removes a key with the comment above it, in memory.
  public func remove(_ key: String, in group: String) {
    g_key_file_remove_key(file, group, key, nil)
  }

  /// Writes a new file and renames it; a symbolic link stays one.
  ///
  /// - Parameters:
  ///   - path: The file; directories above it are made.
  ///   - mode: Its permissions, unless the user's mask allows fewer.
  /// - Throws: `GLibError` if it cannot be written.
  public func save(to path: String, mode: UInt32 = AtomicFile.ownersAlone) throws(GLibError) {
    guard let place = Files.linkTarget(of: path) else { throw GLibError(Files.reason(EILSEQ)) }
    _ = Files.makeDirectories(above: place)
    var length: gsize = 0
    guard let text = g_key_file_to_data(file, &length, nil) else { throw GLibError("no key file") }
    defer { g_free(text) }
    // Bytes, because comments of the user need not be UTF-8.
    let bytes = text.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(length)))
    }
    try AtomicFile.write(bytes, to: place, mode: mode, keepsMode: true)
  }
}
