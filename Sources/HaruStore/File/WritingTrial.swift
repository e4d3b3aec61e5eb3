internal import Glibc
public import HaruCore
internal import HaruSystem

extension Store {
  /// Tries whether a change could be saved in the store at a path, and changes nothing.
  ///
  /// What permissions and free space say is not enough: a quota, a read-only mount, and a journal that cannot
  /// be made are met only by writing.
  public static func tryWriting(_ path: String) throws(StoreError) {
    guard !isMissingOrEmpty(path) else { return try tryMaking(path) }
    try requireWritable(path)
    try Schema.open(path, busyMilliseconds: 5000).tryWriting()
  }

  /// Throws if a file may not be changed: SQLite would open a read-only one too.
  static func requireWritable(_ path: String) throws(StoreError) {
    guard access(path, R_OK | W_OK) == 0 else {
      throw access(path, R_OK) == 0 ? .readOnly : .system(errno)
    }
  }

  /// Tries whether a file could be made, in the nearest directory that exists.
  private static func tryMaking(_ path: String) throws(StoreError) {
    var directory = Files.directory(of: Files.linkTarget(of: path) ?? path)
    while directory != "/", Files.isMissing(directory) {
      directory = Files.directory(of: directory)
    }
    do throws(SystemError) {
      try OpenFile(directory: directory).tryWriting()
    } catch {
      throw .systemOnWriting(error.number)
    }
  }
}
