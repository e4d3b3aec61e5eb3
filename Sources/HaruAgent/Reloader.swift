public import HaruCore

/// Has watched repositories reloaded, in a process of its own.
@MainActor
public protocol Reloader: AnyObject {
  /// Whether there is anything to reload with.
  var isInstalled: Bool { get }
  /// Reloads what is asked for, and goes on; tells in a later turn of the loop why it failed, or
  /// `nil` if it did not.
  func reload(_ request: ReloadRequest, onEnd: @escaping @MainActor (String?) -> Void)
}
