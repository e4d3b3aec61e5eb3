import Glibc
import HaruSystem

extension Files {
  /// Removes a file or a link; it is no error if there is none.
  static func remove(_ path: String) throws(GLibError) {
    guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw GLibError("\(path): \(Files.reason(errno))")
  }
}
