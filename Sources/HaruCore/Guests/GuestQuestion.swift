/// What the agent asks a guest (docs/guests.md#the-question).
public struct GuestQuestion: Hashable, Sendable, Message {
  /// Why a guest is asked.
  public enum Reason: String, Sendable {
    /// The agent has started.
    case start
    /// It is the time that the guest has named.
    case time
    /// Settings or data may have changed.
    case changed
    /// A server has taken a page that appeared.
    case shown
    /// The user has pressed something.
    case press
  }

  /// Why.
  public let reason: Reason
  /// What was pressed; `nil` for other reasons.
  public let key: String?
  /// The tag of the page that it is about; `nil` if it is about none.
  public var tag: String?

  /// Makes a question.
  public init(_ reason: Reason, key: String? = nil, tag: String? = nil) {
    (self.reason, self.key, self.tag) = (reason, key, tag)
  }

  /// The question as it is sent.
  public var json: JSON {
    let texts = [("reason", reason.rawValue), ("key", key), ("tag", tag)]
    let members = texts.compactMap { name, text in text.map { (name, JSON.string($0)) } }
    return JSON.object([("version", .integer(GuestPage.version))] + members)
  }

  /// Reads a question as a guest of Haru's own does; one for a reason that is not known yet asks what has changed.
  public init(json: JSON) throws(MessageError) {
    self.init(
      try json.text("reason") { Reason(rawValue: $0) ?? .changed },
      key: json["key"]?.string, tag: json["tag"]?.string)
  }
}
