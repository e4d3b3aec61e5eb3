import Foundation

/// The user `nobody`, whom file modes stop from writing, in the place of root, whom they do not.
///
/// Where the tests run as any other user it is that one, who owns the files: a mode has to stop the owner, too.
package enum Nobody {
  private static let isNeeded = getuid() == 0
  private static let userID: uid_t = 65_534

  /// The words of a command, run by this user.
  package static func command(_ words: [String]) -> [String] {
    guard isNeeded else { return words }
    return [
      "setpriv", "--reuid=\(userID)", "--regid=\(userID)", "--clear-groups",
    ] + words
  }

  /// Starts a program as this user.
  package static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String]
  )
    throws -> Child
  {
    let words = command([program] + arguments)
    return try Child(words, environment: environment)
  }

  /// Runs a program as this user.
  package static func run(_ program: String, _ arguments: [String], _ environment: [String: String])
    throws -> Child.Outcome
  {
    let words = command([program] + arguments)
    return try Child.run(words, environment: environment)
  }

  /// Makes this user the owner of a directory and everything in it.
  package static func own(_ path: String) throws {
    guard isNeeded else { return }
    _ = try Child.run("chown", ["-R", "\(userID):\(userID)", path])
  }

  /// Lets this user reach the socket of a bus, in a directory of the tests.
  package static func admit(to bus: PrivateBus) {
    let socket = bus.address.split(separator: "=")[1].split(separator: ",")[0]
    chmod((socket as NSString).deletingLastPathComponent, 0o755)
  }

  /// A copy of a built program where this user can reach it.
  package static func program(_ name: String, in scratch: Scratch) throws -> String {
    try scratch.copy(Built.product(name), to: "bin/" + name)
  }
}
