/// Something that happened, for whoever looks at the server.
enum Event {
  /// The name is ours: calls are answered from now on.
  case ready
  /// A client showed something; `mark` says whether the store had the mark it speaks of.
  case notify(Notification, at: Int64, replaced: Notification?, mark: Sighting?)
  /// A client asked to close one.
  case close(id: UInt32, at: Int64)
  /// One is gone.
  case closed(Notification, CloseReason)
  /// A button was pressed, or the body.
  case clicked(id: UInt32, key: String, at: Int64)
  /// A client asked what the server can do.
  case capabilities(at: Int64)
  /// A command has been carried out.
  case done(String)
  /// Something could not be done.
  case error(String)
}

/// Why a notification was closed, as the specification numbers it.
enum CloseReason: UInt32 {
  case expired = 1
  case dismissed = 2
  case closedByCall = 3
}

/// Whoever tells about events.
@MainActor
protocol Printer {
  func print(_ event: Event)
}
