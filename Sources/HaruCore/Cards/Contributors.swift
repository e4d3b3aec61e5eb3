/// The contributors with the most commits, four at most.
public enum Contributors: Hashable, Sendable {
  /// Nobody has been asked, or has answered.
  case unknown
  /// There are too many to be listed.
  case tooMany
  /// By commits, the most first; empty where nobody has contributed.
  case known([Contributor])

  /// How many are requested and shown.
  public static let limit = 4
}

/// A contributor.
public struct Contributor: Hashable, Sendable {
  /// The name of the account, or of a person without one; text from outside.
  public let login: String
  /// The number of commits.
  public let contributions: Int
  /// The address of the avatar.
  public let avatar: String?

  /// Makes a contributor.
  public init(login: String, contributions: Int, avatar: String?) {
    (self.login, self.contributions, self.avatar) = (login, contributions, avatar)
  }
}
