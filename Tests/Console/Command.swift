/// A command that is typed, one a line.
enum Command {
  /// Presses a button of the newest notification.
  case button(Int)
  /// Clicks the body of the newest notification.
  case body
  /// Dismisses a notification; without an id the newest.
  case dismiss(UInt32?)
  /// Ends the server.
  case quit
  /// Presses any button of any notification, even of one that is closed.
  case click(UInt32, key: String)
  /// Expires a notification.
  case expire(UInt32)
  case lose(UInt32)
  /// Tells what a server that is played has on the screen.
  case look
  /// Presses a button that is drawn there.
  case press(label: String)
  /// Clicks the body that is drawn there.
  case touch
  case afterAction(Manners.AfterAction)
  case capabilities([String])
  case delay(milliseconds: Int)
  case holdClose(milliseconds: Int)
  /// Closes the notifications that `hold-close` keeps.
  case release
  /// Stops answering.
  case hang
  /// Answers again.
  case resume

  /// Reads a line; `nil` if it is no command.
  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    guard let verb = words.first else { return nil }
    switch (verb, words.count) {
    case ("d", 1): self = .body
    case ("x", 1): self = .dismiss(nil)
    case ("q", 1): self = .quit
    case ("look", 1): self = .look
    case ("touch", 1): self = .touch
    case ("press", 2...): self = .press(label: words.dropFirst().joined(separator: " "))
    case ("release", 1): self = .release
    case ("hang", 1): self = .hang
    case ("resume", 1): self = .resume
    case (_, 1):
      guard let number = Int(verb), number > 0 else { return nil }
      self = .button(number)
    case ("click", 3):
      guard let id = UInt32(words[1]) else { return nil }
      self = .click(id, key: words[2])
    case (_, 2):
      self.init(verb, words[1])
    default: return nil
    }
  }

  private init?(_ verb: String, _ value: String) {
    switch verb {
    case "dismiss":
      guard let id = UInt32(value) else { return nil }
      self = .dismiss(id)
    case "expire":
      guard let id = UInt32(value) else { return nil }
      self = .expire(id)
    case "lose":
      guard let id = UInt32(value) else { return nil }
      self = .lose(id)
    case "after-action":
      guard let manner = Manners.AfterAction(rawValue: value) else { return nil }
      self = .afterAction(manner)
    case "capabilities":
      self = .capabilities(value.split(separator: ",").map(String.init))
    case "delay":
      guard let time = milliseconds(value) else { return nil }
      self = .delay(milliseconds: time)
    case "hold-close":
      guard let time = milliseconds(value) else { return nil }
      self = .holdClose(milliseconds: time)
    default: return nil
    }
  }
}

/// A number of milliseconds as a person writes it; `nil` for anything but a number from 0 to a day.
func milliseconds(_ text: String) -> Int? {
  guard let number = Int(text), (0...86_400_000).contains(number) else { return nil }
  return number
}
