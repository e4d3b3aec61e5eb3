public import HaruCore

/// What the settings say of the store's place, for a move, which has to change it.
public struct StorePlace {
  /// Where it is unless the settings say otherwise.
  public let usual: String
  /// The path as the settings have it; `nil` if they cannot be read.
  public let read: () -> String?
  /// Has the settings say another path.
  public let write: (String) throws(StoreError) -> Void

  /// Makes a place of two closures; what the first returns is empty where the settings say nothing.
  public init(
    usual: String, read: @escaping () -> String?,
    write: @escaping (String) throws(StoreError) -> Void
  ) {
    self.usual = usual
    self.read = { read().map { $0.isEmpty ? usual : $0 } }
    self.write = write
  }
}
