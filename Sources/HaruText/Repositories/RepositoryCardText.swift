/// The words on the card of a repository.
public enum RepositoryCardText {
  /// The last push is recent.
  public static var fresh: String {
    // Translators: the state of a repository.
    text("fresh")
  }

  /// The last push is longer ago than `Repositories.quiet-after-days`.
  public static var quiet: String {
    // Translators: the state of a repository.
    text("quiet")
  }

  /// The command that loads it.
  public static var loadingCommand: String { "haru repo refresh" }
  /// No repository is watched.
  public static var choose: String { text("Choose a repository") }
  /// The command that watches one.
  public static var choosingCommand: String { "haru repo add OWNER/NAME" }
}
