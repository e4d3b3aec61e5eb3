public import HaruDesktop
public import HaruSystem
internal import HaruText

/// What opens files and addresses for the user.
@MainActor
public protocol Opener {
  /// The name that a person knows it by.
  var name: String { get }

  /// Opens a file.
  func open(_ path: String) throws(GLibError)

  /// Opens an address.
  func open(address: String) throws(GLibError)
}

extension DefaultApplication: Opener {}

extension DesktopPortal: Opener {
  /// The name that a person knows it by.
  public var name: String { ViewText.portal }
}

/// The user's application, or, where none is known, the portal of the desktop, which asks the user for one; `nil` if
/// nothing opens anything.
@MainActor
public func opener(_ application: DefaultApplication?) -> (any Opener)? {
  if let application { return application }
  guard let bus = try? Bus.session(), let portal = DesktopPortal(on: bus) else { return nil }
  return portal
}
