/// A guest as it is registered: a program that shows a notification through the agent
/// (docs/guests.md#registration).
public struct GuestProgram: Hashable, Sendable {
  /// The name of its registration.
  public let name: String
  /// The file name of a program of Haru's own, or an absolute path.
  public let program: String
  /// Variables of the environment that are for this guest alone.
  public let secrets: [String]
  /// The group of its settings; `nil` for none.
  public let settings: String?
  /// What it is about; `nil` if it does not say.
  public let subject: String?

  /// Reads a registration.
  ///
  /// Members that are not known are passed over: they are for programs that are newer.
  ///
  /// - Throws: `MessageError` with the member that is wrong.
  public init(name: String, json: JSON) throws(MessageError) {
    guard Self.isName(name) else { throw MessageError(name) }
    self.name = name
    program = try json.text("program") { $0.hasPrefix("/") || Self.isFileName($0) ? $0 : nil }
    secrets = json["secrets"] == nil ? [] : try json.texts("secrets", \.self)
    settings = try json.textIfAny("settings")
    subject = try json.textIfAny("subject")
  }

  /// Whether a text can be the name of a guest.
  public static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 32 else { return false }
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= first
      && text.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
  }

  private static func isFileName(_ text: String) -> Bool {
    !text.isEmpty && !text.contains("/") && text != "." && text != ".."
  }
}

extension JSON {
  /// A text; `nil` where there is no such member.
  func textIfAny(_ name: String) throws(MessageError) -> String? {
    self[name] == nil ? nil : try text(name, \.self)
  }
}
