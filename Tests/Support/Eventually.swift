internal import Glibc

/// Waits until something is so that files tell of, and looks again at each change of one of them.
///
/// - Parameters:
///   - places: Files and folders. A change of one or directly in one leads to another look; one that is
///     missing is waited for.
///   - opening: Whether it is a change, too, that a program opens one. Then `isSo` has to open none.
///   - limit: How long it may take.
///   - file: The test's file.
///   - line: The test's line.
///   - isSo: Whether it is so.
/// - Throws: `Failure.late`, with file and line, and what `isSo` throws.
public func eventually(
  watching places: String..., opening: Bool = false, within limit: Duration = .seconds(60),
  file: String = #fileID, line: Int = #line, _ isSo: () throws -> Bool
) throws {
  let changes = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
  guard changes >= 0 else { throw Failure.system("inotify_init1") }
  defer { close(changes) }
  let mask =
    UInt32(IN_CREATE | IN_DELETE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    | UInt32(IN_MOVED_FROM | IN_MOVED_TO) | (opening ? UInt32(IN_OPEN) : 0)
  let deadline = ContinuousClock.now + limit
  while true {
    // Before the look, or what changes after it would be missed.
    for place in places { try watch(place[...], with: changes, for: mask) }
    if try isSo() { return }
    var polled = pollfd(fd: changes, events: Int16(POLLIN), revents: 0)
    let left = max(.zero, deadline - .now)
    guard poll(&polled, 1, Int32((left / .milliseconds(1)).rounded(.up))) != 0 else {
      throw Failure.late("\(file):\(line)")
    }
    var events = [UInt8](repeating: 0, count: 65_536)
    while read(changes, &events, events.count) > 0 {}
  }
}

/// Watches a place, and what there is of the folders above one that does not exist yet.
private func watch(_ place: Substring, with changes: Int32, for mask: UInt32) throws {
  func add() -> Bool {
    inotify_add_watch(changes, place.isEmpty ? "/" : String(place), mask) >= 0
  }
  if add() { return }
  guard errno == ENOENT || errno == ENOTDIR, let slash = place.lastIndex(of: "/") else {
    throw Failure.system("inotify_add_watch \(place)")
  }
  try watch(place[..<slash], with: changes, for: mask)
  // It may have been made before the folder above it was watched, which then says nothing of it.
  _ = add()
}
