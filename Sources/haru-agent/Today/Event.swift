internal import HaruCore

/// Everything that can wake the agent.
enum Event: Sendable {
  /// A notification server has appeared; the argument tells whether an earlier one went with
  /// today's notification.
  case serverAppeared(lostSomething: Bool)
  /// No notification server has appeared since the login; what is shown from now on starts one.
  case serverIsMissing
  /// A button of today's notification was pressed, or its body clicked; on the notification that is
  /// shown now, or on an older one.
  case clicked(Intent, onLiving: Bool = true)
  /// Something has happened to the guest with a name.
  case guest(String, GuestEvent)
  /// The server refused a notification; the job sends it again after a time.
  case refused(Job, retryAfterMilliseconds: Int)
  /// The day's backup has been made, or has not, for a reason.
  case backupEnded(failure: String?)
  /// The first exchanges of a login have ended, or take too long to wait for.
  case exchangesEnded
  /// The user's sources have answered; `nil` if they could not be asked.
  case sourcesAnswered([SourceAnswer]?)
  /// Pictures have been drawn, or have not, for a reason.
  case picturesDrawn(failure: String?)
  /// A program asked over the bus for a change, and waits for the answer.
  case asked(Intent, BusAnswer)
  /// A program asked to remind later, at an instant or after the time of the settings, and waits for
  /// the answer.
  case laterAsked(Instant?, LaterAnswer)
  /// A program or an address asked for a view; a program waits for the answer.
  case viewRequested(View, ViewAnswer?)
  /// A view that the user asked for was not opened, for a reason in a sentence.
  case viewFailed(String)
  /// An address asked for a view that does not exist.
  case noSuchView(String)
  /// A launcher, `haru notify` or a start by hand asked to see today.
  case presentRequested
  /// The alarm rang, the clock was set, the machine woke up, or the zone changed.
  case timeMoved
  /// The user is back at the screen, after it was locked or they were idle for long.
  case userReturned
  /// *Do not disturb* has ended on a server that does not show what came meanwhile.
  case doNotDisturbEnded
  /// Another process wrote to the store.
  case storeChanged
  /// The settings file was written, and its settings are valid.
  case settingsChanged(Settings)
  /// The settings file was written, and has a wrong line; the sentences say which, and what is allowed.
  case settingsAreWrong([String])
  /// The file of the program was replaced or removed.
  case programChanged
  /// Jobs are due.
  case due(Set<Job>)
}

extension Event {
  /// Whether the user is there, and knows what to do.
  var isOfUser: Bool {
    switch self {
    case .clicked, .asked, .laterAsked, .presentRequested, .viewRequested: true
    default: false
    }
  }

  func isDue(_ job: Job) -> Bool {
    if case .due(let jobs) = self { jobs.contains(job) } else { false }
  }
}

/// Why *Later* was refused.
enum LaterError: Error, Hashable, Sendable {
  /// Today is studied or a rest day, or cannot be read.
  case notOpen
  /// The instant is not in the rest of today.
  case notToday
}

/// Receives when *Later* reminds, or why it does not.
typealias LaterAnswer = @MainActor @Sendable (Result<Instant, LaterError>) -> Void

/// Receives the result of a change asked for over the bus: whether a day changed, or why not.
typealias BusAnswer = @MainActor @Sendable (Result<Bool, StoreError>) -> Void
