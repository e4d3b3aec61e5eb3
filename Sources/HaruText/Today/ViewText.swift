internal import HaruCore

/// The errors of opening a view.
public enum ViewText {
  /// A view that does not exist.
  public static func noSuchView(_ word: String) -> String {
    text("no such view: {word}; available: {views}", ["word": word, "views": names])
  }
  /// The settings hide cards from the viewer.
  public static func hidden(by file: String) -> String {
    text("cards are hidden in the viewer by [Cards] hidden in {file}", ["file": file])
  }
  /// There is no display to open a picture on.
  public static var noDisplay: String {
    text("no display to open a picture on; to write it to a file: haru card study -o FILE.png")
  }
  /// No application opens pictures.
  public static func noViewer(_ file: String) -> String {
    text(
      "no application opens pictures: {file}; install an image viewer", ["file": file])
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

  /// The desktop portal did not answer in time.
  public static var tookTooLong: String { text("time-out") }

  /// In a notification: a view could not be opened, and the reason.
  public static func remark(_ reason: String) -> String {
    text("Could not open: {reason}", ["reason": reason])
  }
  /// In a notification: an address that does not exist.
  public static func unknown(_ address: String) -> String {
    text("Unknown address: {address}", ["address": SafeText.value(address)])
  }

  private static var names: String { ListText.words(View.allCases.map(\.rawValue)) }
}
