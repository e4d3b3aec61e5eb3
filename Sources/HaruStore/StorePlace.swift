public import HaruCore

/// The path of the store in the settings, which a move changes.
public struct StorePlace {
  /// The path unless the settings name another.
  public let usual: String
  /// Reads the path in the settings; `nil` if they cannot be read.
  public let read: () -> String?
  /// Writes a path into the settings.
  public let write: (String) throws(StoreError) -> Void

  /// Makes a place of two closures; the first returns an empty text if the settings name no path.
  public init(
    usual: String, read: @escaping () -> String?,
    write: @escaping (String) throws(StoreError) -> Void
  ) {
    self.usual = usual
    self.read = { read().map { $0.isEmpty ? usual : $0 } }
    self.write = write
  }
}
