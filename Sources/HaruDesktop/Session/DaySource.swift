internal import CDesktop
internal import Glibc
internal import HaruCore
public import HaruSystem

/// A program or a file that tells which days were studied, as the user has set it up (docs/sources.md).
public struct DaySource: Sendable {
  /// Where its answers come from.
  public enum Origin: Sendable {
    /// An executable.
    case program(String)
    /// The words of the import of a file, none if its line cannot be read, and the line.
    case file([String], line: String)
  }

  /// Its name.
  public let name: String
  /// Where its answers come from.
  public let origin: Origin

  /// The path of the program or of the file, which is the last one in its line, without empty parts and dots; empty
  /// without one.
  var path: String {
    switch origin {
    case .program(let path): path
    case .file(let words, _): words.last { $0.hasPrefix("/") }.map(Self.plain) ?? ""
    }
  }

  private static func plain(_ path: String) -> String {
    "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Whether it is a kept file.
  public var isFile: Bool { if case .file = origin { true } else { false } }

  /// Whether a text can be its name, which is that of a guest too.
  public static func isName(_ text: String) -> Bool { GuestProgram.isName(text) }

  /// The directory of programs.
  public static var directory: String { UserDirectories.config + "/haru/sources" }
  /// The file with a line for each kept file.
  public static var list: String { UserDirectories.config + "/haru/sources.conf" }
  private static let group = "Files"

  /// Whether there may be one; asked often, and therefore of the names alone.
  public static var mayExist: Bool { Files.exists(list) || Files.exists(directory) }

  /// The variable that names, for a program of a source and what it starts, that source.
  public static let variable = "HARU_SOURCE"
  /// The source whose program has started this process; `nil` if none has.
  public static var running: String? { getenv(variable).map { String(cString: $0) } }

  /// Begins anew, in a program that outlives the source that has started it.
  public static func endRunning() { unsetenv(variable) }

  /// All of them, by name; a program goes before a file of the same name.
  ///
  /// - Throws: `GLibError` if the directory or the list cannot be read.
  public static func all() throws(GLibError) -> [DaySource] {
    let (sources, problem) = try readable()
    if let problem { throw problem }
    return sources
  }

  /// All that can be read, and why the list cannot.
  ///
  /// - Throws: `GLibError` if the directory cannot be read.
  public static func readable() throws(GLibError) -> (
    sources: [DaySource], problem: GLibError?
  ) {
    var sources = programs(try executables(among: files()))
    let names = Set(sources.map(\.name))
    var problem: GLibError?
    do throws(GLibError) {
      sources += try kept().filter { !names.contains($0.name) }
    } catch {
      problem = error
    }
    return (sources.sorted { $0.name < $1.name }, problem)
  }

  /// All that may be one; what a link leads to is not looked at, as that may never answer.
  ///
  /// - Throws: `GLibError` if the directory or the list cannot be read.
  public static func possible() throws(GLibError) -> [DaySource] {
    programs(try readDirectory()) + (try kept())
  }

  private static func programs(_ files: [String]) -> [DaySource] {
    files.filter(isName).map { DaySource(name: $0, origin: .program(path(of: $0))) }
  }

  /// The kept files, also those whose name a program has.
  ///
  /// - Throws: `GLibError` if the list cannot be read.
  public static func kept() throws(GLibError) -> [DaySource] {
    let file = try readList().file
    let names = Set(file.entries.filter { $0.group == group && isName($0.key) }.map(\.key))
    return names.map { name in
      let line = file.rawValue(of: name, in: group) ?? ""
      return DaySource(name: name, origin: .file(words(line), line: line))
    }
  }

  /// The names in the directory of programs.
  private static func readDirectory() throws(GLibError) -> [String] {
    guard !Files.exists(directory) || access(directory, R_OK | X_OK) == 0 else {
      throw GLibError("\(directory): \(Files.reason(errno))")
    }
    return Files.names(in: directory)
  }

  /// Those of them that are the names of files.
  private static func files() throws(GLibError) -> [String] {
    try readDirectory().filter { Files.isRegular(path(of: $0)) || isAway($0) }
  }

  /// Those of them that can be executed, or lead to what is not there.
  private static func executables(among files: [String]) -> [String] {
    files.filter { ProgramFile.canRun(path(of: $0)) || isAway($0) }
  }

  /// Whether a file is a link to what is not there, such as a program on a disk that is away.
  private static func isAway(_ file: String) -> Bool {
    Files.brokenLink(above: path(of: file)) != nil
  }

  private static func path(of file: String) -> String { directory + "/" + file }

  /// What stands where sources are, and is none.
  public enum Other: Sendable {
    /// A file or a line whose name is none of a source.
    case name(String)
    /// A file, by its path, that cannot be executed.
    case notExecutable(String)
    /// A line of the list that is none of a kept file, by its path and number.
    case line(String)
    /// The line of a kept file whose name a program has.
    case program(String)
  }

  /// All that stands where sources are, and is none; hidden files are left alone.
  ///
  /// - Throws: `GLibError` if the directory or the list cannot be read.
  public static func others() throws(GLibError) -> [Other] {
    let files = try files()
    let programs = executables(among: files)
    let others = files.filter { !$0.hasPrefix(".") }.compactMap { name -> Other? in
      guard isName(name) else { return .name(name) }
      return programs.contains(name) ? nil : .notExecutable(path(of: name))
    }
    let read = try readList()
    let lines = read.file.entries.compactMap { entry -> Other? in
      guard entry.group == group else {
        return .line("\(list):\(read.file.line(of: entry.key, in: entry.group) ?? 0)")
      }
      guard isName(entry.key) else { return .name(entry.key) }
      return programs.contains(entry.key) ? .program(entry.key) : nil
    }
    return others + read.others.map { Other.line("\(list):\($0.number)") } + lines
  }

  /// Whether a word can stand in a line of the list.
  public static func canKeep(_ word: String) -> Bool {
    !word.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Keeps a file by the words of its import, as a shell reads them, or no longer for `nil`.
  ///
  /// - Throws: `GLibError` if the list cannot be read or written.
  public static func keep(_ words: String?, as name: String) throws(GLibError) {
    try naming { path throws(GLibError) in
      try KeyFile.setLine(words, for: name, in: group, at: path)
    }
  }

  /// Reads the list; a wrong line costs itself.
  private static func readList() throws(GLibError) -> (
    file: KeyFile, others: [(number: Int, line: String)]
  ) {
    try naming { path throws(GLibError) in try KeyFile.readingGoodLines(of: path) }
  }

  /// Works with the list, and has an error name it.
  private static func naming<Result>(
    _ body: (String) throws(GLibError) -> Result
  ) throws(GLibError) -> Result {
    do throws(GLibError) {
      return try body(list)
    } catch {
      throw GLibError("\(list): \(error)")
    }
  }

  /// The words of a line, as a shell reads them; none if it cannot be read.
  private static func words(_ line: String) -> [String] {
    var words: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    guard g_shell_parse_argv(line, nil, &words, nil) != 0 else { return [] }
    return strings(taking: words)
  }
}
