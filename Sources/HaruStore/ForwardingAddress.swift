internal import Glibc
internal import HaruCore
internal import HaruFiles

/// The small text file that a moved store leaves in its old place (docs/design.md#moving-the-store).
///
/// As soon as it exists the store is at the path that it names, whatever the old place still holds,
/// and no process begins a second, empty history there.
///
/// When a store comes back, the address that led away exists for a moment more. Of addresses that lead
/// in a circle the newest counts, so each has a number.
enum ForwardingAddress {
  /// The contents of an address.
  private struct Text {
    let place: String
    /// Greater than the numbers of all addresses that lead on from that place.
    let number: Int

    static let numbers = 1...1_000_000

    init(_ place: String, _ number: Int) {
      (self.place, self.number) = (place, number)
    }

    /// The number is written only after a store has come back.
    var written: String { place + "\n" + (number > 1 ? "\0\(number)\n" : "") }

    init?(_ text: String) {
      let parts = text.split(separator: "\0", omittingEmptySubsequences: false)
      guard text.hasPrefix("/"), parts.count <= 2 else { return nil }
      let lines = parts.map { $0.hasSuffix("\n") ? String($0.dropLast()) : String($0) }
      guard let number = lines.count == 2 ? Int(lines[1]) : 1, Text.numbers.contains(number)
      else { return nil }
      self.init(lines[0], number)
    }
  }

  static func path(of store: String) -> String { store + suffix }

  private static let suffix = ".moved"

  /// The path in the address at a path; `nil` if there is no address.
  ///
  /// - Throws: `StoreError` for an address that cannot be read, which must not count as none.
  static func read(at store: String) throws(StoreError) -> String? {
    try text(at: store)?.place
  }

  /// The number of the address at a path itself; `nil` if there is none.
  static func number(at store: String) throws(StoreError) -> Int? {
    try text(beside: store)?.number
  }

  /// The address beside a path or, if the path is a link, beside its target.
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

  /// Writes an address, durably.
  static func write(_ new: String, at store: String) throws(StoreError) {
    let path = path(of: store)
    let older = try way(from: new).map(\.number).max() ?? 0
    guard Text.numbers.contains(older + 1) else { throw .badAddress(self.path(of: new)) }
    let descriptor = try Disk.openPart(of: path)
    defer { close(descriptor) }
    try Disk.replace(path, with: Text(new, older + 1).written, by: descriptor)
  }

  /// Removes the address: the store has come back.
  static func remove(at store: String) throws(StoreError) {
    guard unlink(path(of: store)) == 0 || errno == ENOENT else {
      throw .systemOnWriting(errno)
    }
    try Disk.syncDirectory(of: store)
  }

  /// Removes the unfinished address of a killed process.
  static func removePart(at store: String) {
    unlink(Disk.part(of: path(of: store)))
  }

  /// Whether a file is an address.
  static func isOne(_ path: String) -> Bool {
    guard path.hasSuffix(suffix) else { return false }
    return (try? read(at: String(path.dropLast(suffix.count)))) != nil
  }

  /// Whether the store that was at a path is known to be at another one.
  static func leads(away store: String) -> Bool { placeIfReadable(store) != store }

  /// The present path of the store that was at a path, as far as the addresses can be read.
  static func placeIfReadable(_ store: String) -> String {
    (try? place(of: store)) ?? store
  }

  /// The present path of the store that was at a path.
  static func place(of store: String) throws(StoreError) -> String {
    let way = try way(from: store)
    guard let last = way.last else { return store }
    // In a circle the newest address leads to the store.
    guard let start = way.firstIndex(where: { $0.from == last.place }) else { return last.place }
    return way[start...].max { $0.number < $1.number }?.place ?? last.place
  }

  /// The addresses from a place to the next, up to the end or once around a circle.
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
