public import HaruCore

/// What the settings say of the store's place, for a move, which has to change it.
public struct StorePlace {
  /// The path as the settings have it; `nil` if they cannot be read.
  public let read: () -> String?
  /// Has the settings say another path.
  public let write: (String) throws(StoreError) -> Void

  /// Makes a place of two closures.
  public init(
    read: @escaping () -> String?, write: @escaping (String) throws(StoreError) -> Void
  ) {
    (self.read, self.write) = (read, write)
  }
}
