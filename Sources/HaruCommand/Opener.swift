public import HaruDesktop
public import HaruSystem
internal import HaruText

/// Opens files and addresses for the user: by an application, or, where none is known, by the desktop portal,
/// which asks the user for one.
@MainActor
public enum Opener {
  /// The user's application.
  case application(DefaultApplication)
  /// The portal of the desktop.
  case portal(DesktopPortal)

  /// Takes the user's application, if there is one; `nil` if nothing opens anything.
  public init?(_ application: DefaultApplication?) {
    if let application {
      self = .application(application)
      return
    }
    guard let bus = try? Bus.session(), let portal = DesktopPortal(on: bus) else { return nil }
    self = .portal(portal)
  }

  /// The name that a person knows it by.
  public var name: String {
    switch self {
    case .application(let application): application.name
    case .portal: ViewText.portal
    }
  }

  /// Opens a file.
  public func open(file: String) throws(GLibError) {
    switch self {
    case .application(let application): try application.open(file)
    case .portal(let portal): try portal.open(file)
    }
  }

  /// Opens an address.
  public func open(address: String) throws(GLibError) {
    switch self {
    case .application(let application): try application.open(address: address)
    case .portal(let portal): try portal.open(address: address)
    }
  }
}
