import HaruText

/// The errors of asking for the card of a repository.
public enum PictureText {
  /// `--pair` without two repositories.
  public static var pairIsTwo: String { text("--pair needs the names of two repositories") }
}
