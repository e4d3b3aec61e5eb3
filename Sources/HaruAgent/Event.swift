public import HaruCore

/// Everything that can wake the agent.
public enum Event: Sendable {
  /// A notification server has come, for the first time or anew; whether one took something that
  /// was shown with it before.
  case serverAppeared(lostSomething: Bool)
  /// No notification server came by itself after the login; one is started for what is shown.
  case serverIsMissing
  /// A button was pressed, or the body clicked; on the notification that is shown, or on an older
  /// one.
  case clicked(Intent, onLiving: Bool = true)
  /// A button of the digest was pressed, or its body clicked; on the digest that is shown, or on an
  /// older one.
  case digestClicked(Intent, onLiving: Bool = true)
  /// A server has taken the digest.
  case digestShown
  /// A server has gone with the digest that it showed, and another has come.
  case digestLost
  /// The page of a repository that the user asked for was opened; or was not, for a reason.
  case pageOpened(RepositoryName, failure: String?)
  /// The reload of watched repositories has ended.
  case reloadEnded
  /// A program asked for a change over the bus, and waits for the answer.
  case asked(Intent, BusAnswer)
  /// A program or an address asked for a view; whoever waits for the answer, if somebody does.
  case viewRequested(View, ViewAnswer?)
  /// A view that the user asked for could not be opened, for a reason in a sentence.
  case viewFailed(String)
  /// An address asked for a view that there is not.
  case noSuchView(String)
  /// A launcher or `haru notify` asked to see today again.
  case presentRequested
  /// The alarm rang, the clock was set, the machine woke up or the zone is another.
  case timeMoved
  /// Another process wrote to the store.
  case storeChanged
  /// The settings file was written; what it says, if it can be taken.
  case settingsChanged(Settings)
  /// The picture of today has been drawn, or has been waited for long enough.
  case pictureSettled
  /// A write that found the store locked is due again.
  case retryDue
}

extension Event {
  var isRetry: Bool { if case .retryDue = self { true } else { false } }

  /// Whether it says that time has gone on, and nobody waits for an answer.
  var isOfTime: Bool {
    switch self {
    case .timeMoved, .reloadEnded: true
    default: false
    }
  }
}

/// Hears how a change asked for over the bus ended: whether something changed, or why not.
public typealias BusAnswer = @MainActor @Sendable (Result<Bool, StoreError>) -> Void
