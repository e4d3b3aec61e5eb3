import HaruSync
import HaruSystem

extension CommandContext {
  /// The folder that a user has named for an exchange.
  static func folder(_ path: String) throws(Failure) -> String {
    guard Files.isDirectory(path) else {
      throw Failure(Files.exists(path) ? .notADirectory : .missing, folder: path)
    }
    return Files.resolved(path)
  }
}
