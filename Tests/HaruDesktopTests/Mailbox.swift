import HaruDesktop

/// Values from callbacks of the main loop, which runs while the test waits.
@MainActor
final class Mailbox<Letter> {
  private var letters: [Letter] = []
  private var isWaiting = false

  func put(_ letter: Letter) {
    letters.append(letter)
    if isWaiting { MainLoop.quit() }
  }

  /// The next letter; `nil` if none arrives in time.
  func next(within limit: Duration = .seconds(5)) -> Letter? {
    turn(for: limit) { !letters.isEmpty }
    return letters.isEmpty ? nil : letters.removeFirst()
  }

  /// The next letters; fewer if they do not arrive in time.
  func next(_ count: Int) -> [Letter] {
    (0..<count).compactMap { _ in next() }
  }

  /// All letters that arrive within a time; without one, those that have arrived.
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

  /// Whether a letter arrives in time.
  func hasMail(within limit: Duration = .seconds(5)) -> Bool {
    next(within: limit) != nil
  }

  /// Waits until no letter arrives any longer; one change may cause several.
  func settle() {
    while next(within: .milliseconds(150)) != nil {}
  }
}
