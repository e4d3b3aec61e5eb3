internal import HaruCore
internal import HaruLog

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
}

/// A line of today's notification about something else than today.
struct Remark: Equatable {
  let line: String
  /// The changes that it tells, which *Undo* takes back beside it; `nil` for none.
  var batch: EntryName?
}

/// What one step of an event wants of today's notification.
struct Wish: Equatable {
  /// What it says from now on, and when it appears.
  enum Note: Equatable {
    /// The day that is shown is over.
    case newDay
    /// Nothing of the last click any more.
    case forgetClick
    /// A line about a click for another day than today, or about a view that was not opened; `nil` for none.
    case remark(Remark?)
    /// Why the last click was not saved, and is not tried again.
    case notSaved(StoreError)
    /// What was saved, which is shown if the store cannot be read.
    case saved(String)
    /// What is wrong in the settings, in sentences.
    case wrongSetting([String])
    /// What a click on the body does; `nil` for nothing.
    case question(DayQuestion?)
    /// It appears at the end of quiet hours; `nil` for not by itself.
    case appear(at: Instant?)
    /// The user has answered, which settles the reminders up to now.
    case answered
    /// No reminder comes before an instant, and one then.
    case remind(at: Instant)
    /// Whether it says when *Later* reminds, and nothing else.
    case sayLater(Bool)
  }

  /// How it is shown; `nil` for what another step wants.
  let presentation: Presentation?
  let notes: [Note]

  init(_ presentation: Presentation? = nil, _ notes: Note...) {
    (self.presentation, self.notes) = (presentation, notes)
  }

  /// All that several want, in their order; the last one that says how it is shown counts.
  init(_ wishes: [Wish]) {
    presentation = wishes.compactMap(\.presentation).last
    notes = wishes.flatMap(\.notes)
  }
}
