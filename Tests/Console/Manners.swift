import HaruCore

/// How the server behaves where servers differ; it may be changed while it runs.
@MainActor
final class Manners {
  /// What happens after an action.
  enum AfterAction: String, CaseIterable {
    /// It stays if it is resident, as the specification has it.
    case keep
    /// It is closed, and its id never comes again.
    case newID = "new-id"
    /// It is closed, and the next new notification gets its id.
    case sameID = "same-id"
  }

  /// The name, the vendor and the version that it announces.
  var name = "haru-console"
  var vendor = "Haru"
  var version = Identity.version
  var afterAction = AfterAction.keep
  var capabilities = ["actions", "body", "body-markup", "icon-static", "persistence"]
  /// How long the answers of `delayed` methods wait.
  var delayMilliseconds = 0
  /// The methods that answer late; what they ask for is done at once.
  var delayed: Set = ["Notify"]
  /// How long a closing waits after the call for it was answered.
  var holdCloseMilliseconds = 0
  /// Whether signals go to every program, and not only to the sender of the notification.
  var isBroadcasting = false
  /// Whether an unknown or closed id in `replaces_id` becomes the notification's id.
  var trustsIDs = false

  /// Whether a notification that takes the place of another has a new id.
  var renumbers = false
  /// Whether it answers the id 0 for all.
  var hidesIDs = false
  /// Whether a client can close a notification.
  var closes = true

  /// The server whose rules it follows, if any.
  var double: ServerDouble? {
    didSet {
      guard let double else { return }
      (name, vendor, version) = (double.name, double.vendor, double.version)
      (capabilities, trustsIDs, isBroadcasting) = (double.capabilities, double.trustsIDs, true)
    }
  }

  var hasActions: Bool { capabilities.contains("actions") }
  var hasMarkup: Bool { capabilities.contains("body-markup") }
}
