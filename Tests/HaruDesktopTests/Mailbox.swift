import HaruDesktop

/// What callbacks of the main loop bring to a test, which turns the loop while it waits.
@MainActor
final class Mailbox<Letter> {
  private var letters: [Letter] = []
  private var isWaiting = false

  func put(_ letter: Letter) {
    letters.append(letter)
    if isWaiting { MainLoop.quit() }
  }

  /// The next letter; `nil` if none comes in time.
  func next(within limit: Duration = .seconds(5)) -> Letter? {
    turn(for: limit) { !letters.isEmpty }
    return letters.isEmpty ? nil : letters.removeFirst()
  }

  /// The next letters, as many as are asked for; fewer if they do not come in time.
  func next(_ count: Int) -> [Letter] {
    (0..<count).compactMap { _ in next() }
  }

  /// All letters that come within a time; at once, those that are there.
  func all(within time: Duration = .zero) -> [Letter] {
    turn(for: time) { false }
    defer { letters = [] }
    return letters
  }

  private func turn(for limit: Duration, until isDone: () -> Bool) {
    var isLate = false
    let wait = MainLoop.after(milliseconds: Int(limit / .milliseconds(1))) {
      isLate = true
      MainLoop.quit()
    }
    isWaiting = true
    while !isDone() && !isLate { MainLoop.run() }
    isWaiting = false
    wait.cancel()
  }
}

extension Mailbox<Void> {
  func put() {
    put(())
  }

  /// Whether something has come in time.
  func hasMail(within limit: Duration = .seconds(5)) -> Bool {
    next(within: limit) != nil
  }

  /// Forgets what is still on its way; one change may be told in several letters.
  func settle() {
    while next(within: .milliseconds(150)) != nil {}
  }
}
