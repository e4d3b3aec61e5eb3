/// How today's notification is shown.
enum Presentation {
  /// Change it, if it is shown.
  case update
  /// Appear, unless the day is studied or a rest day.
  case showIfOpen
  /// Appear.
  case show
  /// Appear as the answer to a click, where it was made.
  case answer
  /// Appear because the user asked for it.
  case showOnRequest
  /// Appear once more, without a sound, unless the day is studied or a rest day.
  case comeBack
  /// Go away.
  case withdraw
  /// Go away with the day that is over, unless a reminder of the new day is due already.
  case startDay
  /// The same, and appear when the user returns.
  case awaitReturn

  /// Whether an open day appears by itself, and so asks whether it is studied.
  var asks: Bool { [.show, .showIfOpen, .comeBack].contains(self) }
}
