public import HaruCore

/// What is said of opening a view.
public enum ViewText {
  /// There is no such view.
  public static func noSuchView(_ word: String) -> String {
    text("no such view: {word}; there are {views}", ["word": word, "views": names])
  }
  /// The settings hide cards from the viewer.
  public static func hidden(by file: String) -> String {
    text("cards are hidden in the viewer because of [Cards] hidden in {file}", ["file": file])
  }
  /// Nothing opens pictures.
  public static func noViewer(_ file: String) -> String {
    text(
      "no application opens pictures; install an image viewer, or look at {file}", ["file": file])
  }
  /// The application that opens pictures did not, for a reason of its own.
  public static func notOpened(_ file: String, with application: String, _ reason: String)
    -> String
  {
    text(
      "{application} did not open {file}: {reason}",
      ["application": application, "file": file, "reason": reason])
  }
  /// What opens a picture where no application does it directly.
  public static var portal: String {
    // Translators: the part of a desktop that opens files for programs, xdg-desktop-portal.
    text("the desktop portal")
  }

  /// What opens pictures did not answer in time.
  public static var tookTooLong: String { text("nothing answered in time") }

  /// In a notification: what was asked for could not be opened, and why.
  public static func remark(_ reason: String) -> String {
    text("Not opened: {reason}", ["reason": reason])
  }
  /// In a notification: what was asked for does not exist.
  public static func unknown(_ address: String) -> String {
    // Somebody else wrote it, and a notification is small.
    let shown = address.count > 60 ? address.prefix(59) + "…" : address[...]
    return text("Unknown address: {address}", ["address": String(shown)])
  }

  private static var names: String { View.allCases.map(\.rawValue).joined(separator: ", ") }
}
