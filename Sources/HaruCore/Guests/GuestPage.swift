/// What a guest answers (docs/guests.md#the-page).
///
/// Its texts are as the guest wrote them; `GuestText` makes them safe.
public struct GuestPage: Hashable, Sendable {
  /// The version of the contract.
  public static let version = 1
  /// The most characters of a key or a tag.
  private static let longestKey = 200

  /// Whether a text can be a key or a tag.
  static func isKey(_ text: String) -> Bool {
    let isShort = text.unicodeScalars.count <= longestKey
    return !text.isEmpty && isShort && !text.utf8.contains(0)
  }

  /// What to show.
  public struct Notification: Hashable, Sendable {
    /// A button: what a press sends back, and its text.
    public struct Button: Hashable, Sendable {
      /// What a press sends back.
      public let key: String
      /// The text of the button.
      public let label: String
    }

    /// Names the page, by what it tells.
    public let tag: String
    /// Whether it tells something that was not told yet.
    public let appears: Bool
    /// The title.
    public let title: String
    /// A shorter title for narrow places; `nil` if there is none.
    public let narrow: String?
    /// Lines.
    public let body: String
    /// The buttons in order, three at most.
    public let buttons: [Button]
    /// The key of a click on the body; `nil` if that shows the page again.
    public let bodyKey: String?
    /// A line for servers that draw no buttons; it may be empty.
    public let withoutButtons: String
    /// The absolute path of a picture; `nil` for none.
    public let picture: String?
  }

  /// When to ask again; `nil` if only a change is a reason.
  public let again: Instant?
  /// What to show; `nil` for nothing.
  public let notification: Notification?

  /// Reads a page.
  ///
  /// - Throws: `MessageError` with the member that is missing, wrong or unknown.
  public init(_ bytes: [UInt8]) throws(MessageError) {
    guard let json = JSON(text: bytes[...]), json.members != nil else { throw MessageError("page") }
    try json.allow(["version", "again", "notification"])
    guard json["version"]?.integer == Int64(Self.version) else { throw MessageError("version") }
    let isNamed = json["again"].map { !$0.isNull } ?? false
    again = isNamed ? Instant(try json.member("again", \.integer)) : nil
    notification =
      json["notification"] == nil ? nil : try json.member("notification", Notification.init(json:))
  }
}

extension GuestPage.Notification {
  fileprivate init(json: JSON) throws(MessageError) {
    try json.allow([
      "tag", "appears", "title", "narrow", "body", "buttons", "default", "without_buttons",
      "picture",
    ])
    tag = try json.text("tag", key)
    appears = try json.member("appears", \.bool)
    title = try json.text("title", notEmpty)
    narrow = json["narrow"] == nil ? nil : try json.text("narrow", notEmpty)
    body = try json.textIfAny("body") ?? ""
    buttons = json["buttons"] == nil ? [] : try json.member("buttons", Self.buttons)
    bodyKey = json["default"] == nil ? nil : try json.text("default", key)
    withoutButtons = try json.textIfAny("without_buttons") ?? ""
    picture =
      json["picture"] == nil ? nil : try json.text("picture") { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func buttons(_ json: JSON) throws(MessageError) -> [Button]? {
    guard let list = json.array, list.count <= 3 else { return nil }
    let buttons = try list.map { (json) throws(MessageError) in
      try json.allow(["key", "label"])
      return Button(key: try json.text("key", key), label: try json.text("label", notEmpty))
    }
    let (keys, labels) = (Set(buttons.map(\.key)), Set(buttons.map(\.label)))
    return keys.count == list.count && labels.count == list.count ? buttons : nil
  }
}

private func key(_ text: String) -> String? { GuestPage.isKey(text) ? text : nil }

private func notEmpty(_ text: String) -> String? {
  text.allSatisfy(\.isWhitespace) ? nil : text
}

extension JSON {
  /// Refuses members of other names: a misspelt one would be passed over without a word.
  fileprivate func allow(_ names: Set<String>) throws(MessageError) {
    let unknown = members?.first { !names.contains($0.name) }
    if let unknown { throw MessageError(unknown.name) }
  }
}
