internal import Glibc
internal import HaruCore
internal import HaruFiles

/// The small text file that a store leaves in its place when it is moved.
///
/// From the moment it is there the store is at the address it names, whatever else still lies in
/// the old place. Nobody makes a second, empty history there.
///
/// When a store comes back, the address that led away from there is still there for a moment. Of
/// addresses that lead in a circle the newest counts, and so each has a number.
enum ForwardingAddress {
  /// What an address says.
  private struct Text {
    let place: String
    /// Greater than those of all addresses that lead from that place.
    let number: Int

    init(_ place: String, _ number: Int) {
      (self.place, self.number) = (place, number)
    }

    /// Only later addresses of a store that has come back have to name their number.
    var written: String { place + "\n" + (number > 1 ? "\0\(number)\n" : "") }

    init?(_ text: String) {
      let parts = text.split(separator: "\0", omittingEmptySubsequences: false)
      guard text.hasPrefix("/"), parts.count <= 2 else { return nil }
      let lines = parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : String($0) }
      guard let number = lines.count == 2 ? Int(lines[1]) : 1 else { return nil }
      self.init(lines[0], number)
    }
  }

  static func path(of store: String) -> String { store + suffix }

  private static let suffix = ".moved"

  /// Where the store that was at a path is now; `nil` if it was not moved away.
  ///
  /// - Throws: `StoreError` for an address that cannot be read: it must not count as none.
  static func read(at store: String) throws(StoreError) -> String? {
    try text(at: store)?.place
  }

  /// The number of the address at a path itself; `nil` if there is none.
  static func number(at store: String) throws(StoreError) -> Int? {
    try text(beside: store)?.number
  }

  /// What stands beside a path or, where that is a link, beside what it leads to.
  private static func text(at store: String) throws(StoreError) -> Text? {
    if let text = try text(beside: store) { return text }
    let file = Files.resolved(store)
    return file == store ? nil : try text(beside: file)
  }

  private static func text(beside store: String) throws(StoreError) -> Text? {
    let path = path(of: store)
    guard let written = try Disk.read(path) else { return nil }
    guard let text = Text(written) else { throw .badAddress(path) }
    return text
  }

  /// Leaves an address, for good.
  static func write(_ new: String, at store: String) throws(StoreError) {
    let path = path(of: store)
    let older = try way(from: new).map(\.number).max() ?? 0
    let descriptor = try Disk.openPart(of: path)
    defer { close(descriptor) }
    try Disk.replace(path, with: Text(new, older + 1).written, by: descriptor)
  }

  /// Takes the address away: the store has come back.
  static func remove(at store: String) throws(StoreError) {
    guard unlink(path(of: store)) == 0 || errno == ENOENT else {
      throw .systemOnWriting(errno)
    }
    try Disk.syncDirectory(of: store)
  }

  /// Removes what a mover that was killed has written of an address.
  static func removePart(at store: String) {
    unlink(Disk.part(of: path(of: store)))
  }

  /// Whether a file is an address of whatever store.
  static func isOne(_ path: String) -> Bool {
    guard path.hasSuffix(suffix) else { return false }
    return (try? read(at: String(path.dropLast(suffix.count)))) != nil
  }

  /// The path at which a store is that was put at a path; as far as the addresses can be read.
  static func placeIfReadable(_ store: String) -> String {
    (try? place(of: store)) ?? store
  }

  /// The path at which a store is that was put at a path.
  static func place(of store: String) throws(StoreError) -> String {
    let way = try way(from: store)
    guard let last = way.last else { return store }
    // In a circle the newest leads to where the store is.
    guard let start = way.firstIndex(where: { $0.from == last.place }) else { return last.place }
    return way[start...].max { $0.number < $1.number }?.place ?? last.place
  }

  /// The addresses that lead from a place to the next, up to the end, or once around a circle.
  private static func way(
    from store: String
  ) throws(StoreError) -> [(from: String, place: String, number: Int)] {
    var way: [(from: String, place: String, number: Int)] = []
    var place = store
    while !way.contains(where: { $0.from == place }), let text = try text(at: place) {
      way.append((place, text.place, text.number))
      place = text.place
    }
    return way
  }
}
