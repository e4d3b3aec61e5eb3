internal import Glibc

/// How the reading of a file went.
public struct SyncFileReading: Hashable, Sendable {
  /// The stamp of what was read; `nil` if the file could not be read, and is to be tried again.
  public let stamp: String?
  /// Whether all of the file was given, up to the end of its last line.
  ///
  /// A last line without its end is no problem: it is still being written or carried, or its writer died.
  public let isWhole: Bool
  /// What was not read.
  public let problems: [SyncProblem]

  /// Makes the account of a reading.
  public init(stamp: String?, isWhole: Bool, problems: [SyncProblem] = []) {
    (self.stamp, self.isWhole, self.problems) = (stamp, isWhole, problems)
  }
}

extension SyncFolder {
  /// Reads the complete lines of a file.
  ///
  /// - Parameters:
  ///   - file: A file that was listed. If it has grown since, the stamp is another one.
  ///   - body: Gets each line without its end.
  /// - Returns: What was read; a file that is no regular one by now is a problem, and not opened.
  /// - Throws: What `body` throws.
  public func read<E: Error>(
    _ file: SyncFile, _ body: (ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) -> SyncFileReading {
    switch contents(of: file) {
    case .failure(let error):
      let isRefused = error.tellsOfAnotherType
      let problem =
        isRefused ? SyncProblem.refused(file.name) : .system(file.name, error.number)
      return SyncFileReading(stamp: nil, isWhole: false, problems: [problem])
    case .success(let contents):
      var problems: [SyncProblem] = []
      if contents.isCut { problems.append(.tooLarge(file.name)) }
      let rest = try contents.bytes.forEachLine { number, line throws(E) in
        if line.count > SyncFolder.longestLine {
          problems.append(.longLine(file.name, number))
        } else {
          try body(line)
        }
      }
      let isWhole = rest.isEmpty && !contents.isCut
      return SyncFileReading(stamp: contents.stamp, isWhole: isWhole, problems: problems)
    }
  }

  /// Reads the beginning of a file, or all of it.
  private func contents(of file: SyncFile) -> Result<FileContents, SystemError> {
    Result { () throws(SystemError) in
      let directory = try OpenFile(directory: path).directory(file.device)
      let (open, status) = try directory.regularFile(file.name)
      // What is written meanwhile is left to the next reading, so that the stamp is that of the bytes.
      let size = Int(status.st_size)
      return FileContents(
        bytes: try open.bytes(min(size, SyncFolder.mostBytes)), stamp: status.stamp,
        isCut: size > SyncFolder.mostBytes)
    }
  }
}

/// What was read of a file.
private struct FileContents {
  let bytes: [UInt8]
  let stamp: String
  /// Whether there is more in the file than is read.
  let isCut: Bool
}

extension [UInt8] {
  /// Calls a function for each complete line, with its number from 1 on, and without its end (`\n`, `\r\n`).
  ///
  /// - Returns: What stands behind the last end of a line.
  fileprivate func forEachLine<E: Error>(
    _ body: (Int, ArraySlice<UInt8>) throws(E) -> Void
  ) throws(E) -> ArraySlice<UInt8> {
    var rest = self[...]
    var number = 0
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      number += 1
      var line = rest[..<end]
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      try body(number, line)
      rest = rest[(end + 1)...]
    }
    return rest
  }
}
