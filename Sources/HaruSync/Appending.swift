internal import Glibc
internal import HaruCore

extension SyncFolder {
  /// Appends lines durably: when this returns they are on the disk, all of them.
  ///
  /// The device's directory is made if it is missing. If anything fails, its files are cut off where they
  /// ended before, so far as the system allows that, and the same lines can be appended again.
  ///
  /// - Parameters:
  ///   - lines: Lines without their ends.
  ///   - device: The device that this machine is.
  /// - Returns: The files that it wrote, with their stamps before that; `nil` is that of a new one.
  /// - Throws: `SyncFolderError`, with none of the lines acknowledged.
  @discardableResult
  public func append(
    _ lines: [String], to device: String
  ) throws(SyncFolderError) -> [(file: SyncFile, before: String?)] {
    guard SyncReading.isDevice(device) else { throw .refused(device) }
    if let wrong = lines.firstIndex(where: { !isLine($0) }) { throw .notALine(wrong) }
    guard !lines.isEmpty else { return [] }
    let folder = try open()
    do throws(SystemError) {
      try folder.makeDirectory(device)
      var appending = try Appending(in: folder.directory(device), of: folder)
      return try appending.append(lines).compactMap { file, stamp in
        SyncNames.file(file.number).map {
          (SyncFile(device: device, name: $0, stamp: stamp), file.formerStamp)
        }
      }
    } catch {
      throw SyncFolderError(writing: device, error)
    }
  }

  /// Whether a text comes back as it is when it is read as a line.
  private func isLine(_ text: String) -> Bool {
    text.utf8.count <= SyncFolder.longestLine && text.utf8.last != UInt8(ascii: "\r")
      && !text.utf8.contains(UInt8(ascii: "\n"))
  }
}

/// The writing of lines into a device's directory by the only process that does so.
private struct Appending {
  private let folder: OpenFile
  private let directory: OpenFile
  private var files: [NumberedFile] = []

  init(in directory: OpenFile, of folder: OpenFile) throws(SystemError) {
    (self.directory, self.folder) = (directory, folder)
    try directory.lock()
  }

  /// - Returns: The files with their new stamps.
  mutating func append(
    _ lines: [String]
  ) throws(SystemError) -> [(file: NumberedFile, stamp: String)] {
    do throws(SystemError) {
      try write(lines[...])
      var written: [(NumberedFile, String)] = []
      for file in files { written.append((file, try finish(file))) }
      // Always: a process that made a name may have been killed before it could wait for it.
      try directory.syncNames()
      try folder.syncNames()
      return written
    } catch {
      takeBack()
      throw error
    }
  }

  private mutating func write(_ lines: ArraySlice<String>) throws(SystemError) {
    var file = try newestFile()
    var rest = lines
    while true {
      // Also a file in which nothing is written is synced: a process that was killed may have left lines
      // in it without waiting for them.
      files.append(file)
      try file.file.append(file.take(&rest))
      guard !rest.isEmpty else { return }
      file = try newFile(file.number + 1)
    }
  }

  /// Waits until a file is on the disk, under its name.
  ///
  /// - Returns: Its stamp.
  /// - Throws: `SystemError`; what carries the folder may have put another file in its place.
  private func finish(_ file: NumberedFile) throws(SystemError) -> String {
    try file.file.sync()
    let status = try file.file.status()
    guard status.st_nlink > 0 || !file.hadName else { throw SystemError(number: EWOULDBLOCK) }
    return status.stamp
  }

  private func newestFile() throws(SystemError) -> NumberedFile {
    let number = try newestNumber()
    if let file = try openFile(number) { return file }
    return try newFile(number + 1)
  }

  /// The newest number, whatever has its name; 0 if there is none.
  ///
  /// We leave no gaps. Behind a wide one is what somebody else has put there, perhaps the last of all
  /// numbers.
  private func newestNumber() throws(SystemError) -> Int {
    var numbers: [Int] = []
    try directory.forEachName { name in
      if let number = name.flatMap(SyncNames.number) { numbers.append(number) }
    }
    return numbers.sorted().reduce(0) { $1 <= $0 + Appending.widestGap ? $1 : $0 }
  }

  private static let widestGap = 1000

  /// Opens a numbered file to append to it.
  ///
  /// - Returns: The file; `nil` if its name is that of something else, or of a file that has another name
  ///   too, which may lie anywhere. Nothing is written there, and the next number is begun.
  private func openFile(_ number: Int) throws(SystemError) -> NumberedFile? {
    guard let name = SyncNames.file(number), try directory.status(of: name).isRegularAndAlone
    else { return nil }
    let (file, status) = try directory.regularFile(name, NumberedFile.flags)
    let torn = try tornLine(of: file, size: Int(status.st_size))
    return NumberedFile(file: file, number: number, status: status, isNew: false, torn: torn)
  }

  /// What stands behind the last end of a line; of more than a line can be, the last part.
  private func tornLine(of file: OpenFile, size: Int) throws(SystemError) -> ArraySlice<UInt8> {
    let end = UInt8(ascii: "\n")
    guard try file.bytes(1, from: max(0, size - 1)) != [end] else { return [] }
    let start = max(0, size - SyncFolder.longestLine - 1)
    let tail = try file.bytes(size - start, from: start)
    return tail.split(separator: end, omittingEmptySubsequences: false).last ?? []
  }

  private func newFile(_ number: Int) throws(SystemError) -> NumberedFile {
    guard let name = SyncNames.file(number) else { throw SystemError(number: EOVERFLOW) }
    let file = try directory.newFile(name, NumberedFile.flags)
    return NumberedFile(
      file: file, number: number, status: try file.status(), isNew: true, torn: [])
  }

  /// Cuts the files off where they ended before; a new one stays, empty, and is used next time.
  ///
  /// What cannot be cut off are lines that nobody was promised.
  private func takeBack() {
    for file in files { try? file.file.truncate(to: file.formerLength) }
  }
}

/// A file that is appended to.
private struct NumberedFile {
  let file: OpenFile
  let number: Int
  /// What it was when it was opened.
  let status: stat
  let isNew: Bool
  /// Its last line, if that has no end, because its writer died.
  let torn: ArraySlice<UInt8>

  static let flags = O_RDWR | O_APPEND

  var formerLength: Int { Int(status.st_size) }
  /// Its stamp before; `nil` if it was not there.
  var formerStamp: String? { isNew ? nil : status.stamp }

  /// Whether it had a name then; some file systems do not count names.
  var hadName: Bool { status.st_nlink > 0 }

  /// Takes as many lines as it still holds, at least one unless it is sealed.
  ///
  /// - Returns: Their bytes, behind what ends a torn line.
  func take(_ lines: inout ArraySlice<String>) -> [UInt8] {
    var bytes = endOfTornLine(&lines)
    while formerLength + bytes.count < SyncFolder.sealedSize, let line = lines.popFirst() {
      bytes += line.utf8
      bytes.append(Self.end)
    }
    return bytes
  }

  /// The rest of a torn line, if it is the first of some lines; otherwise an end.
  ///
  /// A line that stays torn would be reported for ever. What is there may have been carried already, and is
  /// only added to.
  private func endOfTornLine(_ lines: inout ArraySlice<String>) -> [UInt8] {
    guard !torn.isEmpty else { return [] }
    guard let line = lines.first?.utf8, line.starts(with: torn) else { return [Self.end] }
    lines.removeFirst()
    return line.dropFirst(torn.count) + [Self.end]
  }

  private static let end = UInt8(ascii: "\n")
}
