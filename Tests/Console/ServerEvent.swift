/// Something that happened at the server.
enum ServerEvent {
  /// The server owns its name and answers calls.
  case ready
  /// A client showed something; `mark` is whether the store has the mark it mentions.
  case notify(ReceivedNotification, at: Int64, replaced: ReceivedNotification?, mark: Sighting?)
  /// A client asked to close one.
  case close(id: UInt32, at: Int64)
  /// One was closed.
  case closed(ReceivedNotification, CloseReason)
  /// A button was pressed, or the body.
  case clicked(id: UInt32, key: String, at: Int64)
  /// A client asked what the server can do.
  case capabilities(at: Int64)
  /// What a server that is played has on the screen, the newest last.
  case screen([Drawn])
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
  case undefined = 4
}

/// Prints events.
@MainActor
protocol Printer {
  func print(_ event: ServerEvent)
}
