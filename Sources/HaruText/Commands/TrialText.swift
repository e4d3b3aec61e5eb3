/// What `haru notify --try` shows, asks and answers.
public enum TrialText {
  /// There is nobody to ask.
  public static var noTerminal: String { text("--try asks questions, and needs a terminal") }
  /// What comes, before it does.
  public static var introduction: String {
    text(
      """
      Haru shows a notification that marks nothing, and asks what you see. Your answers make the row of a \
      table, for a report.
      """)
  }
  /// The title of the notification.
  public static var title: String { text("A trial of Haru") }
  /// Its text.
  public static var body: String {
    text("This notification marks nothing. The terminal asks what you see.")
  }
  /// The labels of its two buttons.
  public static var buttons: (one: String, two: String) {
    // Translators: the labels of two buttons, of which a person is asked to press the first.
    (text("One"), text("Two"))
  }
  /// Whether the buttons are drawn.
  public static var seesButtons: String {
    text(
      "Do you see two buttons, {one} and {two}? [y/N]", ["one": buttons.one, "two": buttons.two])
  }
  /// Whether what a click on the text does is drawn as a button.
  public static func seesThirdButton(_ label: String) -> String {
    text("Do you see a third button, {label}? [y/N]", ["label": label])
  }
  /// Whether the picture is drawn.
  public static var seesPicture: String { text("Do you see a red square, the picture? [y/N]") }
  /// What to do with the buttons.
  public static var pressOne: String {
    text(
      "Press {one}, or choose it in a menu, if you can. Then press Enter here.",
      ["one": buttons.one])
  }
  /// What to do with the text.
  public static var clickText: String {
    text("Now click the text of the notification. Then press Enter here.")
  }
  /// Where the lines above go.
  public static func whereTo(_ address: String) -> String {
    text(
      "Send these lines to {address}, or open an issue in the repository of Haru.",
      ["address": address])
  }
  /// The server has refused the notification.
  public static func notShown(_ reason: String) -> String {
    text("the notification server shows nothing: {reason}", ["reason": reason])
  }
}
