/// What is said of a store that is out of reach, and must not be begun anew.
enum AbsenceText {
  /// A store whose disk is not connected, in one sentence for a notification.
  static func reason(_ path: String) -> String {
    text("There is no file at {path}. Connect the disk that your days are on.", ["path": path])
  }

  /// The same in one line for a terminal.
  static func line(_ path: String, address: String?) -> String {
    guard let address else {
      return text(
        "no store is there; mount its disk, or give it up with haru config set Store.path '': {path}",
        ["path": path])
    }
    return text(
      "no store is there; mount its disk, or give it up with haru config set Store.path '' and rm {address}: {path}",
      ["address": address, "path": path])
  }

  /// A forwarding address that makes no sense, in one sentence for a notification.
  static func badAddressReason(_ address: String) -> String {
    text("{path} does not say where your days were moved to.", ["path": address])
  }

  /// The same in one line for a terminal.
  static func badAddressLine(_ address: String) -> String {
    text(
      "does not say where the store was moved to; write its path there, or remove the file: {path}",
      ["path": address])
  }
}
