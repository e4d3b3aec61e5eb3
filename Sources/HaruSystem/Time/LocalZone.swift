internal import CGLib
internal import Glibc

/// The local time zone as libc has it, and so as `date` shows it (docs/desktop.md#local-zone).
public enum LocalZone {
  /// The offset of local time from UTC in seconds, at an instant in seconds since 1970.
  public static func utcOffset(at secondsSince1970: Int64) -> Int {
    parts(at: secondsSince1970)?.tm_gmtoff ?? 0
  }

  /// Takes another zone if one was chosen; cheap, and enough unless `TZ` is set.
  public static func update() {
    tzset()
  }

  /// Reads the zone's file again after it has changed.
  public static func reload() {
    guard unusableFile == nil else { return }
    // glibc does not read the file again while TZ keeps its text, so another text is set in between.
    if let variable, !variable.isEmpty {
      setenv("TZ", "", 1)
      tzset()
      setenv("TZ", variable, 1)
    }
    tzset()
  }

  /// The system's name of the zone at an instant: `Asia/Seoul`, a POSIX string or an abbreviation; of one
  /// that is not known, that of the one that libc takes.
  public static func name(at secondsSince1970: Int64) -> String {
    if let chosen, unknownName == nil { return chosen.isEmpty ? "UTC" : chosen }
    guard let abbreviation = parts(at: secondsSince1970)?.tm_zone, chosen == nil else {
      return "UTC"
    }
    return String(cString: abbreviation)
  }

  /// The zone that `TZ` or the system names and that libc does not know, so that it takes UTC without a
  /// word; `nil` if it knows it.
  public static var unknownName: String? {
    guard let chosen, !chosen.isEmpty, !namesOfUTC.contains(chosen),
      halves.allSatisfy({ utcOffset(at: $0) == 0 }), !isZone(chosen)
    else { return nil }
    return chosen
  }

  /// Names of the zone that libc takes for all that it does not know.
  private static let namesOfUTC = ["UTC", "GMT", "UCT", "Zulu"].flatMap { [$0, "Etc/" + $0] }
  /// One instant in each half of a year, of which one may have summer time.
  private static let halves: [Int64] = [0, 15_638_400]

  /// Whether libc has a file of a zone that was chosen, or can read it as a POSIX string.
  private static func isZone(_ chosen: String) -> Bool {
    isZoneFile(variable == nil ? systemFile : file(of: chosen)) || isRule(chosen)
  }

  /// What `TZ` says, or else what the link of the system says; `nil` if neither names a zone.
  private static var chosen: String? {
    if let variable { return variable.hasPrefix(":") ? String(variable.dropFirst()) : variable }
    guard let path = Files.linkTarget(of: systemFile) else { return nil }
    let names = path.split(separator: "/")
    guard let folder = names.firstIndex(of: "zoneinfo"), folder + 1 < names.count else {
      return nil
    }
    return String(path[names[folder + 1].startIndex...])
  }

  /// The path of the file of a zone.
  private static func file(of name: String) -> String {
    if name.hasPrefix("/") { return name }
    return (getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo") + "/" + name
  }

  /// Whether the zone data has a zone of a name; none of a POSIX string such as `KST-9`.
  public static func hasFile(_ name: String) -> Bool {
    staysInZoneData(name) && isZoneFile(file(of: name))
  }

  /// Whether a file holds a zone.
  private static func isZoneFile(_ path: String) -> Bool {
    (try? OpenFile.regular(path).0.bytes(4)) == Array("TZif".utf8)
  }

  /// The files whose change changes the zone.
  public static var files: [String] {
    guard let variable else {
      // An upgrade of the zone data replaces the target of the link, not the link.
      return Array(Set([systemFile, Files.resolved(systemFile)])).sorted()
    }
    let path = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    let file = file(of: path)
    return !path.isEmpty && access(file, R_OK) == 0 ? [file] : []
  }

  /// The file that `TZ` names if libc must not read it; `nil` if it is fine.
  ///
  /// libc waits at a pipe forever, and goes through all changes and leap seconds of a large file for
  /// each time. The files of all real zones have less than 5 KiB.
  public static var unusableFile: String? {
    guard variable != nil else { return nil }
    return files.first { Files.isNotAFile($0) || FileStamp($0).map { $0.size > 1 << 16 } ?? false }
  }

  /// Zones that are asked in turn: libc has one at a time, and keeps the one that was asked last.
  public struct Several: Sendable {
    /// The value of `TZ` before.
    fileprivate let present: String?

    /// The offset of the zone that was present before from UTC in seconds, at an instant.
    public func utcOffset(at secondsSince1970: Int64) -> Int {
      LocalZone.choose(present)
      return LocalZone.utcOffset(at: secondsSince1970)
    }

    /// The offsets of the zone of a name from UTC in seconds, at an instant; `nil` if there is none.
    public func utcOffset(of name: String) -> (@Sendable (Int64) -> Int)? {
      guard LocalZone.has(name) else { return nil }
      return { secondsSince1970 in
        LocalZone.choose(name)
        return LocalZone.utcOffset(at: secondsSince1970)
      }
    }
  }

  /// Runs a closure that asks several zones in turn, and returns to the present zone.
  public static func usingSeveral<Result, Failure: Error>(
    _ body: (Several) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = variable
    defer { choose(before) }
    return try body(Several(present: before))
  }

  /// Whether libc has a zone of a name; it returns to the present zone.
  private static func has(_ name: String) -> Bool {
    guard staysInZoneData(name) else { return false }
    let before = variable
    setenv("TZ", name, 1)
    defer { choose(before) }
    guard unusableFile == nil else { return false }
    tzset()
    return files.first.map(isZoneFile) == true || isRule(name)
  }

  private static func choose(_ name: String?) {
    guard variable != name else { return }
    if let name { setenv("TZ", name, 1) } else { unsetenv("TZ") }
    tzset()
  }

  /// Whether libc would look for a name nowhere else than in the zone data: another machine may have chosen it, and
  /// libc itself ends on some files.
  private static func staysInZoneData(_ name: String) -> Bool {
    let path = name.hasPrefix(":") ? name.dropFirst() : name[...]
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    return !steps.contains("") && !steps.contains("..")
  }

  /// Whether libc has accepted a POSIX string such as `KST-9`; of an invalid one it keeps the letters,
  /// with UTC.
  private static func isRule(_ text: String) -> Bool {
    // An abbreviation with digits or signs is enclosed in angle brackets.
    let isQuoted = text.hasPrefix("<")
    let name = isQuoted ? text.dropFirst().prefix { $0 != ">" } : text.prefix(while: \.isLetter)
    // South of the equator January has the abbreviation of summer time.
    let known = halves.compactMap { parts(at: $0)?.tm_zone.map { String(cString: $0) } }
    guard name.count >= 3, known.contains(String(name)) else { return false }
    var rule = text.dropFirst(name.count + (isQuoted ? 2 : 0))
    if rule.first == "+" || rule.first == "-" { rule = rule.dropFirst() }
    let summer = rule.drop { $0.isNumber || $0 == ":" }
    return rule.first?.isNumber == true
      && (summer.isEmpty || summer.first == "<" || summer.first?.isLetter == true)
      && text.allSatisfy { $0.isLetter || $0.isNumber || "<>+-:,./".contains($0) }
  }

  private static let systemFile = "/etc/localtime"

  private static var variable: String? {
    getenv("TZ").map { String(cString: $0) }
  }

  private static func parts(at secondsSince1970: Int64) -> tm? {
    var time = time_t(secondsSince1970)
    var parts = tm()
    return localtime_r(&time, &parts) == nil ? nil : parts
  }
}
