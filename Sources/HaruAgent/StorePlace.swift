internal import HaruCore
internal import HaruDesktop
internal import HaruStore

extension StorePlace {
  /// What a settings file says of the store's place.
  static func settings(_ path: String, usual: String) -> StorePlace {
    StorePlace {
      guard let file = try? KeyFile(path: path) else { return nil }
      let place = file.value(of: "path", in: "Store") ?? ""
      return place.isEmpty ? usual : place
    } write: { (place) throws(StoreError) in
      do throws(GLibError) {
        try KeyFile.set(place, for: "path", in: "Store", at: path)
      } catch {
        throw .unavailable("\(error)")
      }
    }
  }
}
