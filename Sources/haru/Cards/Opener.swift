import HaruDesktop
import HaruSystem
import HaruText

/// Opens files and addresses for the user: by an application, or, where none is known, by the desktop portal,
/// which asks the user for one.
@MainActor
enum Opener {
  case application(DefaultApplication)
  case portal(DesktopPortal)

  /// Takes the user's application, if there is one; `nil` if nothing opens anything.
  init?(_ application: DefaultApplication?) {
    if let application {
      self = .application(application)
      return
    }
    guard let bus = try? Bus.session(), let portal = DesktopPortal(on: bus) else { return nil }
    self = .portal(portal)
  }

  /// The name that a person knows it by.
  var name: String {
    switch self {
    case .application(let application): application.name
    case .portal: ViewText.portal
    }
  }

  func open(file: String) throws(GLibError) {
    switch self {
    case .application(let application): try application.open(file)
    case .portal(let portal): try portal.open(file)
    }
  }

  func open(address: String) throws(GLibError) {
    switch self {
    case .application(let application): try application.open(address: address)
    case .portal(let portal): try portal.open(address: address)
    }
  }
}
