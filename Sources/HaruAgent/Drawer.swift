public import HaruCore

/// Draws pictures in a process of its own, and knows how time goes on.
@MainActor
public protocol Drawer: AnyObject {
  /// Whether there is anything to draw with.
  var isInstalled: Bool { get }
  /// Draws cards into files, whole or not at all, and goes on; tells later why it failed, or `nil`
  /// if all are there.
  func draw(_ cards: [(card: Card, file: String)], onEnd: @escaping @MainActor (String?) -> Void)
  /// Runs something once, after a time on a clock that never jumps.
  func after(milliseconds: Int, _ body: @escaping @MainActor () -> Void)
}
