internal import Glibc
public import HaruCore
internal import HaruSystem

/// The file with the user's list of repositories (docs/github.md#the-list).
public struct WatchListFile: Sendable {
  /// Where it is; it need not exist.
  public let path: String

  /// The user's own.
  public static var usual: WatchListFile {
    WatchListFile(UserDirectories.config + "/haru/repositories")
  }

  /// Names a file.
  public init(_ path: String) {
    self.path = path
  }

  /// More than anybody writes by hand.
  private static let mostBytes = 1 << 20

  /// Reads the list; a missing file is an empty one, but one to which a link leads is elsewhere.
  ///
  /// - Throws: `StoreError.other` with its path if the file cannot be read.
  public func read() throws(StoreError) -> WatchList {
    if Files.isMissing(path) {
      guard let link = Files.brokenLink(above: path) else { return WatchList() }
      throw .other(path, .noSuchFile(link.target))
    }
    do throws(SystemError) {
      let (file, status) = try OpenFile.regular(path)
      guard status.st_size <= WatchListFile.mostBytes else { throw .tooLarge }
      return WatchList(try file.bytes(Int(status.st_size)))
    } catch {
      throw error == .notAFile ? .other(path, .notAFile(path)) : failure(error)
    }
  }

  /// Changes the list as a body does; a file that would say the same is not written.
  ///
  /// - Returns: The list as it is then.
  /// - Throws: `StoreError.other` with its path if the file cannot be read or written.
  @discardableResult
  public func change(_ body: (inout WatchList) -> Void) throws(StoreError) -> WatchList {
    try AtomicFile.change(path) { () throws(StoreError) in
      let found = try read()
      var list = found
      body(&list)
      guard list != found else { return list }
      do throws(GLibError) {
        try AtomicFile.write(list.bytes, to: path, keepsMode: true)
      } catch {
        throw failure(error)
      }
      return list
    }
  }

  private func failure(_ error: any Error) -> StoreError { .other(path, .unavailable("\(error)")) }
}
