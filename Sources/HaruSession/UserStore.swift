internal import HaruCore
internal import HaruDesktop
public import HaruStore
internal import HaruSystem

/// Where the user's own store is.
public enum UserStore {
  /// The path unless the settings name another.
  public static var usualPath: String { UserDirectories.data + "/" + Store.fileName }

  /// The path in the settings file, which a move changes.
  public static var place: StorePlace {
    StorePlace(usual: usualPath) {
      (try? SettingsFile.open()).map { $0.value(of: "path", in: "Store") ?? "" }
    } write: { (place) throws(StoreError) in
      do throws(GLibError) {
        try KeyFile.set(place, for: "path", in: "Store", at: SettingsFile.path)
      } catch {
        throw .unavailable("\(error)")
      }
    }
  }

  /// The file that records a move while it goes on.
  public static var moveRecord: String { UserDirectories.data + "/" + StoreMove.recordName }

  /// Finishes or undoes a move whose process was killed.
  public static func recoverMove() {
    StoreMove.recover(record: moveRecord, place: place)
  }
}
