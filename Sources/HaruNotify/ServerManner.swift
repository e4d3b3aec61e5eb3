/// What a notification server is called and can do, as far as it has answered.
struct ServerManner {
  /// Its name; `nil` until it has answered.
  let name: String?
  /// Its capabilities, as the specification names them.
  let capabilities: Set<String>

  /// Whether it shows buttons.
  var hasButtons: Bool { capabilities.contains("actions") }
  /// Whether it reads markup in the body, so that text has to be escaped.
  var readsMarkup: Bool { capabilities.contains("body-markup") }
  /// Whether it draws a picture beside the text: LXQt and swaync do, and name only `body-images`
  /// (docs/servers.md#pictures).
  var drawsPictures: Bool {
    !capabilities.isDisjoint(with: ["icon-static", "icon-multi", "body-images"])
  }

  /// Whether it also gets an action for a click on the body.
  ///
  /// LXQt counts it among the buttons, and shows more than three actions as a list
  /// (docs/servers.md#buttons).
  func offersBody(besideButtons count: Int) -> Bool {
    name != "lxqt-notificationd" || count < 3
  }
}
