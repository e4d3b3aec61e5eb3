public import HaruCore
public import HaruText

/// What `haru doctor` finds about repositories.
public enum FindingText {
  /// The number of watched repositories, and the last response of GitHub.
  public static func watches(_ count: Int, lastAnswer: Instant?, _ when: MomentText) -> String {
    guard let lastAnswer else {
      return text(
        "watches: {count} repository, not loaded yet",
        "watches: {count} repositories, not loaded yet", count: count)
    }
    return text(
      "watches: {count} repository · last loaded {when}",
      "watches: {count} repositories · last loaded {when}", count: count,
      ["when": when.at(lastAnswer)])
  }
  /// Some of them could not be loaded.
  public static func watchesNotLoaded(_ count: Int) -> String {
    text(
      "watches: {count} failed; for the reason: haru repo show",
      "watches: {count} failed; for the reason: haru repo show", count: count)
  }
  /// The token that Haru uses.
  public static func token(from origin: String) -> String {
    text("GitHub: token from {origin}", ["origin": origin])
  }
  /// What is set as a token cannot be one.
  public static func unusableToken(from origin: String) -> String {
    text(
      "GitHub: the token from {origin} cannot be used: a token is one word of letters, digits and underscores; without one, 60 requests an hour",
      ["origin": origin])
  }
  /// Haru uses no token.
  public static var noToken: String {
    text("GitHub: no token, 60 requests an hour; for 5,000: gh auth login")
  }
}
