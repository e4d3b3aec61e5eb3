internal import HaruCore

/// Opens views of today and pages of repositories for the user.
@MainActor
protocol Viewer: AnyObject {
  /// Whether views can be drawn.
  var canOpen: Bool { get }
  /// Opens a view in another process; `onEnd` runs in a later turn of the loop.
  func open(_ view: View, onEnd: @escaping ViewAnswer)
  /// Opens the page of a repository in the same way.
  func open(_ repository: RepositoryName, onEnd: @escaping ViewAnswer)
}

/// Receives the result of opening a view: `nil`, or in a sentence why it is not open.
typealias ViewAnswer = @MainActor @Sendable (_ failure: String?) -> Void
