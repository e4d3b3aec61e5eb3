import Glibc
import HaruSystem

extension Files {
  /// Removes a file or a link; a missing one is as good.
  static func remove(_ path: String) throws(GLibError) {
    guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
    throw GLibError("\(path): \(Files.reason(errno))")
  }
}
