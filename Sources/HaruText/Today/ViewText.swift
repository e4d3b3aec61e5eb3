internal import HaruCore

/// The errors of opening a view.
public enum ViewText {
  /// A view that does not exist.
  public static func noSuchView(_ word: String) -> String {
    text("no such view: {word}; available: {views}", ["word": word, "views": names])
  }
  /// There is no display to open a picture on.
  public static var noDisplay: String {
    text("no display to open a picture on; to write it to a file: haru card study -o FILE.png")
  }
  /// The application that opens pictures failed.
  public static func notOpened(_ file: String, with application: String, _ reason: String)
    -> String
  {
    text(
      "could not open {file} with {application}: {reason}",
      ["application": application, "file": file, "reason": reason])
  }
  /// The desktop portal, which opens a picture if no application can be started directly.
  public static var portal: String {
    // Translators: the part of a desktop that opens files for programs, xdg-desktop-portal.
    text("the desktop portal")
  }

  private static var names: String { ListText.words(View.allCases.map(\.rawValue)) }
}
