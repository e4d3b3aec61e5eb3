internal import Glibc
internal import HaruCore
internal import HaruLog
internal import HaruSystem

/// What versions up to 0.3 have written into a folder: lines of each machine, in a directory of its own
/// (docs/sync.md#version-03).
struct FormerFolder {
  private let folder: SyncFolder
  private static let mostMachines = 256
  private static let mostBytes = 4 * 1024 * 1024
  /// The directory whose one line tells those versions that a newer one writes here.
  private static let notice = "haru-0-4"

  init(_ folder: SyncFolder) {
    self.folder = folder
  }

  /// The stamps of all their files, which differ once one was changed; `nil` if there are no files.
  func stamp() throws(SyncError) -> String? {
    var stamps: [String] = []
    for machine in try machines() {
      for file in try files(of: machine).items {
        stamps.append("\(machine)/\(file.name) \(file.stamp)")
      }
    }
    guard !stamps.isEmpty else { return nil }
    return EntryName(of: Array(stamps.joined(separator: "\n").utf8)).description
  }

  /// The lines of all machines, and what could not be read.
  func lines() throws(SyncError) -> (
    lines: FormerLines, problems: [String: [SyncProblem]]
  ) {
    var (lines, problems): ([FormerLine], [String: [SyncProblem]]) = ([], [:])
    for machine in try machines() {
      let listing = try files(of: machine)
      var found = listing.problems
      for file in listing.items {
        do throws(SystemError) {
          lines += try read(file.name, of: machine)
        } catch {
          found.append(.system(file.name, error.number))
        }
      }
      if !found.isEmpty { problems[machine] = found }
    }
    return (FormerLines(of: Set(lines)), problems)
  }

  /// Tells machines with those versions that a newer one writes here, by a line that they do not understand.
  func writeNotice() throws(SyncError) {
    let line = FormerLine.notice(of: Self.notice)
    let folder = try folder.open()
    do throws(SystemError) {
      try folder.makeDirectory(Self.notice)
      try folder.directory(Self.notice).write(Array(line.utf8), to: "000001.jsonl")
    } catch {
      throw SyncError(writing: Self.notice, error)
    }
  }

  /// The directories of machines.
  func machines() throws(SyncError) -> [String] {
    let folder = try folder.open()
    do throws(SystemError) {
      return try SyncListing<String>(
        of: folder, atMost: Self.mostMachines,
        names: { ParsedFormerLine.isDevice($0) && $0 != Self.notice }
      ) { $1.isDirectory ? .item($0) : .nothing }.items
    } catch {
      throw SyncError(reading: self.folder.path, error)
    }
  }

  private struct File: Hashable {
    let name: String
    let stamp: String
  }

  private func files(of machine: String) throws(SyncError) -> SyncListing<File> {
    let folder = try folder.open()
    do throws(SystemError) {
      return try SyncListing(of: folder.directory(machine), names: FormerFolder.mayHoldLines) {
        $1.isRegular ? .item(File(name: $0, stamp: $1.stamp)) : .refused
      }
    } catch {
      let isGone = error.number == ENOENT || error.tellsOfAnotherType
      return SyncListing(items: [], problems: isGone ? [] : [.system("", error.number)])
    }
  }

  /// Whether a file of this name may hold lines; programs that carry folders give unfinished files names
  /// that begin with `.` or `~`.
  private static func mayHoldLines(_ name: String) -> Bool {
    name.hasSuffix(".jsonl") && name.first != "." && name.first != "~"
  }

  private func read(_ name: String, of machine: String) throws(SystemError) -> [FormerLine] {
    let directory = try OpenFile(directory: folder.path).directory(machine)
    let (file, status) = try directory.regularFile(name)
    let bytes = try file.bytes(min(Int(status.st_size), Self.mostBytes))
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { bytes in
      guard case .line(let line) = ParsedFormerLine(bytes), line.device == machine else {
        return nil
      }
      return line
    }
  }
}
