import Testing

@testable import HaruDesktop

/// When the user is back at the screen.
@Suite struct PresenceTests {
  private static let saver = Absence.Sign.screenSaver("org.mate.ScreenSaver")

  /// A user who has moved the pointer on a locked screen has not typed the password yet.
  @Test func theLastSignThatGoesIsTheReturn() {
    let returns = PresenceTests.returns(
      (.idle, true), (PresenceTests.saver, true), (.lock, true), (.idle, false),
      (PresenceTests.saver, false), (.lock, false))
    #expect(returns == [false, false, false, false, false, true])
  }

  @Test func aReturnNeedsAnAbsence() {
    let returns = PresenceTests.returns(
      (.lock, false), (.lock, true), (.lock, true), (.lock, false), (.lock, false))
    #expect(returns == [false, false, false, true, false])
  }

  /// Whether the user is back after each sign.
  private static func returns(_ signs: (Absence.Sign, Bool)...) -> [Bool] {
    var absence = Absence()
    return signs.map { absence.isOver(after: $0, $1) }
  }
}
