internal import HaruDesktop

/// The notification server's place on the bus.
enum Server {
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"

  /// How long a login waits for a server before it starts one.
  static let graceMilliseconds = 5000
  /// How long we listen for an answer to the request to start one.
  static let startMilliseconds: Int32 = 60_000

  /// The server that counts the body's action among the buttons, and makes a list to choose from of
  /// more than three.
  static let listingServer = "lxqt-notificationd"

  static func method(_ member: String) -> Bus.Method {
    Bus.Method(name, path, name, member)
  }
}
