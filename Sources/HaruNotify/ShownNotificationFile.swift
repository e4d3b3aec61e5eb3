internal import HaruDesktop
internal import HaruSystem

/// What a living notification has on the screen, in a file of the session: a process that was killed
/// leaves it, and the next one closes it (docs/servers.md#replace-by-tag).
struct ShownNotificationFile {
  private static let group = "Shown"
  private let directory = PrivateDirectory(UserDirectories.session)
  private let name: String

  /// - Parameter tag: The tag of the notification's sender.
  init(_ tag: String) {
    name = "shown-" + tag
  }

  /// The id of what was left on a server.
  ///
  /// - Parameter server: Names the bus and the server's connection.
  /// - Returns: The id; `nil` if nothing was left, or on another server only.
  func id(on server: String) -> UInt32? {
    kept.flatMap { $0.server == server ? $0.id : nil }
  }

  /// The id of what was left on another server of the same bus; `nil` if nothing was.
  func id(before server: String) -> UInt32? {
    func bus(_ server: String) -> Substring { server.prefix { $0 != " " } }
    return kept.flatMap { $0.server != server && bus($0.server) == bus(server) ? $0.id : nil }
  }

  private var kept: (id: UInt32, server: String)? {
    guard let file = try? KeyFile(path: directory.file(name)),
      let server = file.value(of: "server", in: ShownNotificationFile.group),
      let id = file.value(of: "id", in: ShownNotificationFile.group).flatMap({ UInt32($0) })
    else { return nil }
    return (id, server)
  }

  /// Keeps the id of what is shown; `nil` if nothing is.
  func keep(_ id: UInt32?, on server: String) {
    guard let id else { return forget() }
    let file = KeyFile()
    file.set(server, for: "server", in: ShownNotificationFile.group)
    file.set(String(id), for: "id", in: ShownNotificationFile.group)
    try? file.save(to: directory.file(name))
  }

  private func forget() {
    directory.remove(name)
    // In the cache, where a session without a directory has its files, pictures are about to be drawn.
    if UserDirectories.runtime != nil { directory.removeIfEmpty() }
  }
}
