internal import HaruCore
internal import HaruDesktop
internal import HaruStore

extension StorePlace {
  /// What a settings file says of the store's place.
  static func settings(_ path: String, usual: String) -> StorePlace {
    StorePlace(usual: usual) {
      (try? KeyFile(path: path)).map { $0.value(of: "path", in: "Store") ?? "" }
    } write: { (place) throws(StoreError) in
      do throws(GLibError) {
        try KeyFile.set(place, for: "path", in: "Store", at: path)
      } catch {
        throw .unavailable("\(error)")
      }
    }
  }
}
