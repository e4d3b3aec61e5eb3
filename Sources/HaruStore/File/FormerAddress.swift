internal import Glibc
internal import HaruCore
internal import HaruSystem

/// The text file `haru.sqlite.moved` that versions up to 0.3 left in the old place of a moved store
/// (docs/formats.md#forwarding-addresses).
///
/// It is followed once: then a symbolic link leads to the store. Of addresses that lead in a circle,
/// because the store came back, the one with the greatest number counts.
enum FormerAddress {
  private static let suffix = ".moved"

  /// The path of the address in the place of a store.
  static func path(of store: String) -> String { store + suffix }

  /// The path of the store that was at a path: the same, unless no link can be made there.
  ///
  /// - Throws: `StoreError.badAddress`; other errors for an address that cannot be read.
  static func place(of store: String) throws(StoreError) -> String {
    guard Files.exists(path(of: store)) else { return store }
    let place = try end(of: store)
    do throws(StoreError) {
      // A link may lead back already.
      if place != store, FileIdentity(store) == nil || FileIdentity(store) != FileIdentity(place) {
        try replaceFile(store, byLinkTo: place)
      }
      unlink(path(of: store))
      return store
    } catch {
      return place
    }
  }

  /// Puts a link in the place of a store; the file that a killed move has left there gets another name.
  private static func replaceFile(_ store: String, byLinkTo place: String) throws(StoreError) {
    if Files.exists(store), !Files.isLink(store) {
      let kept = FileGroup.unused(store + suffix + "-before")
      guard (try? FileGroup(store).rename(to: kept)) != nil else { throw .readOnly }
    }
    try Disk.putLink(to: place, at: store)
  }

  /// Where the addresses from a place lead in the end.
  private static func end(of store: String) throws(StoreError) -> String {
    var way: [(from: String, place: String, number: Int)] = []
    var place = store
    while !way.contains(where: { $0.from == place }), let next = try read(at: place) {
      way.append((place, next.place, next.number))
      place = next.place
    }
    guard let start = way.firstIndex(where: { $0.from == place }) else { return place }
    return way[start...].max { $0.number < $1.number }?.place ?? place
  }

  /// The path in an address: its first line, with a number behind a zero byte if the store came back.
  private static func read(at store: String) throws(StoreError) -> (place: String, number: Int)? {
    guard let text = try Disk.read(path(of: store)) else { return nil }
    let parts = text.split(separator: "\0").map { $0.split(separator: "\n").first ?? "" }
    guard let place = parts.first, place.hasPrefix("/"), parts.count <= 2,
      let number = parts.count == 2 ? Int(parts[1]) : 1
    else { throw .badAddress(path(of: store)) }
    return (String(place), number)
  }
}
