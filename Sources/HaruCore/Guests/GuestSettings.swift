/// What a guest says of the settings of its group (docs/guests.md#settings).
public struct GuestSettings: Message, Sendable {
  /// Each of them.
  public let settings: [ListedSetting]
  /// The first line of the group that is wrong, in a sentence; `nil` if none is.
  public let wrong: String?

  /// Makes an answer.
  public init(_ settings: [ListedSetting], wrong: String?) {
    (self.settings, self.wrong) = (settings, wrong)
  }

  /// Reads an answer.
  public init(json: JSON) throws(MessageError) {
    settings = try json.member("settings") { (list) throws(MessageError) in
      try list.array?.map(ListedSetting.init(json:))
    }
    wrong = try json.optional("wrong") { $0.string }
  }

  /// The answer as JSON.
  public var json: JSON {
    .object(["settings": .array(settings.map(\.json)), "wrong": .string(wrong)])
  }
}
