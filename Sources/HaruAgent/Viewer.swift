public import HaruCore

/// Opens views of today, and pages of repositories, for the user to look at.
@MainActor
public protocol Viewer: AnyObject {
  /// Whether there is what it takes to draw them.
  var canOpen: Bool { get }
  /// Opens a view beside; tells in a later turn of the loop how it ended.
  func open(_ view: View, onEnd: @escaping ViewAnswer)
  /// Opens the page of a repository, as `open` does a view.
  func open(_ repository: RepositoryName, onEnd: @escaping ViewAnswer)
}

/// Hears how the opening of a view ended: `nil`, or in a sentence why it is not open.
public typealias ViewAnswer = @MainActor @Sendable (_ failure: String?) -> Void
