/// The commands on a phone, and what `haru phone` answers.
public enum PhoneText {
  /// The command that marks today, as the phone shows it.
  public static var study: String { text("Study", as: "a command on the phone") }
  /// The command that tells today's state, as the phone shows it.
  public static var streak: String { text("Study streak") }

  /// The commands were added to a device, removed from it, or were so already.
  public static func offered(on name: String, isOffered: Bool, hasChanged: Bool) -> String {
    guard hasChanged else { return text("{name}: nothing changed", ["name": name]) }
    return isOffered
      ? text(
        "{name}: commands added: {one}, {other}", ["name": name, "one": study, "other": streak])
      : text("{name}: commands removed", ["name": name])
  }

  /// No phone is paired.
  public static var noDevice: String {
    text("no device is paired with KDE Connect; pair your phone there, then run this command again")
  }

  /// A file of KDE Connect that cannot be read.
  public static func badFile(_ path: String) -> String {
    text("cannot read {path}; nothing was changed in it", ["path": path])
  }
}
