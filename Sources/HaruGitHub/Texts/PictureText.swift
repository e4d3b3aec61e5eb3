import HaruText

/// The errors of asking for the card of a repository.
public enum PictureText {
  /// `--at`, which is for days.
  public static var isOfToday: String {
    text("a repository has no card of another day; leave out --at")
  }
  /// Several repositories without `--pair`.
  public static var isOfOne: String { text("name one repository, or two with --pair") }
  /// `--pair` without two repositories.
  public static var pairIsTwo: String { text("--pair needs the names of two repositories") }
  /// `--sample` with a name.
  public static var sampleHasNoName: String { text("--sample draws an example; leave out NAME") }
}
