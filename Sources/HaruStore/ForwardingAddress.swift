internal import Glibc
internal import HaruCore

/// The small text file that a store leaves in its place when it is moved.
///
/// From the moment it is there the store is at the address it names, whatever else still lies in
/// the old place. Nobody makes a second, empty history there.
enum ForwardingAddress {
  static func path(of store: String) -> String { store + ".moved" }

  /// Where the store that was at a path is now; `nil` if it was not moved away.
  ///
  /// - Throws: `StoreError` for an address that cannot be read: it must not count as none.
  static func read(at store: String) throws(StoreError) -> String? {
    let path = path(of: store)
    guard let text = try Disk.read(path) else { return nil }
    let place = text.hasSuffix("\n") ? String(text.dropLast()) : text
    guard place.hasPrefix("/") else { throw .badAddress(path) }
    return place
  }

  /// Leaves an address, for good.
  static func write(_ new: String, at store: String) throws(StoreError) {
    let (path, part) = (path(of: store), path(of: store) + ".part")
    let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Disk.refusal(errno, part) }
    do throws(StoreError) {
      defer { close(descriptor) }
      try Disk.write(new + "\n", to: descriptor, part)
      guard rename(part, path) == 0 else { throw Disk.refusal(errno, path) }
    } catch {
      unlink(part)
      throw error
    }
    try Disk.syncDirectory(of: path)
  }

  /// Takes the address away: the store has come back.
  static func remove(at store: String) throws(StoreError) {
    guard unlink(path(of: store)) == 0 || errno == ENOENT else {
      throw Disk.refusal(errno, path(of: store))
    }
    try Disk.syncDirectory(of: store)
  }

  /// Removes what a mover that was killed has written of an address.
  static func removePart(of new: String, at store: String) {
    let part = path(of: store) + ".part"
    if let text = try? Disk.read(part), (new + "\n").hasPrefix(text) { unlink(part) }
  }

  /// The path at which a store is that was put at a path; as far as the addresses can be read.
  static func followed(from store: String) -> String {
    (try? place(of: store)) ?? store
  }

  /// The path at which a store is that was put at a path.
  static func place(of store: String) throws(StoreError) -> String {
    var place = store
    // A circle cannot come about by moving; one that was made by hand has an end too.
    for _ in 0..<16 {
      guard let next = try read(at: place) else { break }
      place = next
    }
    return place
  }
}
