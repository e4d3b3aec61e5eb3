internal import HaruCore

/// Tells a click that the user meant from the second half of a double click, and from a server's
/// repeat (docs/notifications.md#clicks).
struct Clicks: Equatable {
  /// How soon after a click the next one on the same thing, or on what has come in its place, does not
  /// count.
  ///
  /// Desktops end a double click at 400 ms, people do not. GNOME before 49 repeats a click on the body once
  /// for each update (docs/servers.md#repeated-clicks).
  private static let milliseconds: Int64 = 1000

  /// When a button was last pressed: Budgie sends `default` after each.
  private var pressedAt: Int64?
  /// When a day or a rule was last changed, which brings other buttons.
  private var changedAt: Int64?
  /// The day that was studied by that.
  private var studiedDay: Day?
  private var bodyAt: Int64?
  private var laterAt: Int64?
  private var calendarAt: Int64?
  private var guestAt: Int64?

  /// Whether the user meant a click, on a day, at a time in milliseconds on a clock that never jumps.
  mutating func counts(_ intent: Intent, on today: Day? = nil, at now: Int64) -> Bool {
    func isLater(than earlier: Int64?...) -> Bool {
      earlier.allSatisfy { earlier in earlier.map { now - $0 >= Clicks.milliseconds } ?? true }
    }
    switch intent {
    case .ask, .show, .confirm: break
    default: pressedAt = now
    }
    switch intent {
    case .study(let day):
      // Where the button of one missed day was, that of the next one comes.
      let isAnother = day != today && studiedDay.map { $0 != day } == true
      guard !isAnother || isLater(than: changedAt) else { return false }
      (changedAt, studiedDay) = (now, day)
      return true
    case .unstudy, .reserve, .undo:
      guard isLater(than: changedAt) else { return false }
      changedAt = now
      return true
    case .confirm:
      guard isLater(than: bodyAt, pressedAt) else { return false }
      (changedAt, bodyAt) = (now, now)
      return true
    case .ask, .show:
      defer { bodyAt = now }
      return isLater(than: bodyAt, pressedAt)
    case .later:
      defer { laterAt = now }
      return isLater(than: laterAt, changedAt)
    case .calendar:
      defer { calendarAt = now }
      return isLater(than: calendarAt, changedAt)
    case .press:
      // What the answer brings may have another button in that place.
      defer { guestAt = now }
      return isLater(than: guestAt)
    case .close, .remind, .rest:
      return true
    }
  }
}
