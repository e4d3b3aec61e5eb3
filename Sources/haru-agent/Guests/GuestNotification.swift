internal import HaruCore
internal import HaruNotify
internal import HaruText

/// What is shown of a guest's pages, and when (docs/guests.md#when-a-page-appears).
@MainActor
final class GuestNotification {
  /// A page, and whether it may come up as new.
  private struct Wanted {
    let tag: String
    let content: Content
    let mayAppear: Bool
  }

  private let publisher: any Publisher
  private let guest: String
  private var wanted: Wanted?
  private var published: (tag: String, content: Content)?
  /// The tag of the page that came up last, and of the last one of these that a server has taken.
  private var (appeared, taken): (String?, String?)
  /// Whether the latest page answers a press.
  private var isAnswer = false
  /// Whether what was published is to be shown again.
  private var showsAgain = false
  /// Whether it has come back since a page came up.
  private var hasComeBack = false

  init(_ publisher: any Publisher, of guest: String) {
    (self.publisher, self.guest) = (publisher, guest)
  }

  /// The tag of what was published last; `nil` for nothing.
  var tag: String? { published?.tag }

  /// The tag of what is shown; `nil` if nothing is.
  var shownTag: String? { publisher.isShowing ? tag : nil }

  // MARK: What happens to it

  /// Takes the place of the page before.
  ///
  /// - Returns: A tag that has still to be told as shown, because the guest goes on to tell it as new.
  func take(
    _ page: GuestPage.Notification?, answering reason: GuestQuestion.Reason
  ) -> String? {
    // What is new meanwhile comes up with the next answer. Drawn before that, no server would tell that it came up.
    if reason == .shown, let page, page.appears, page.tag != appeared { return nil }
    wanted = page.map {
      Wanted(
        tag: $0.tag, content: GuestText.content(of: $0, from: guest),
        mayAppear: $0.appears && reason != .shown)
    }
    isAnswer = reason == .press
    return wanted.flatMap { $0.mayAppear && $0.tag == taken ? $0.tag : nil }
  }

  /// Remembers that a server has taken what is shown.
  ///
  /// - Returns: The tag to tell as shown; `nil` if it was told.
  func wasTaken() -> String? {
    guard let appeared, appeared != taken else { return nil }
    taken = appeared
    return appeared
  }

  /// Shows again what was shown.
  func showAgain() { showsAgain = true }

  /// Shows it again, once, because a server may have lost it that tells that it is shown.
  func showAgainOnce() {
    guard publisher.isShowing, !publisher.isWithinReach, !hasComeBack else { return }
    publisher.withdraw()
    (showsAgain, hasComeBack) = (true, true)
  }

  /// Sends again what the server refused.
  func sendAgain() { publisher.retry() }

  // MARK: Publishing

  /// Publishes what has changed.
  ///
  /// - Parameter isQuiet: Whether nothing may appear unasked.
  /// - Returns: Whether a page waits for the end of the quiet hours.
  func publish(isQuiet: Bool) -> Bool {
    defer { (isAnswer, showsAgain) = (false, false) }
    guard let wanted else {
      withdraw()
      return false
    }
    let isNew = wanted.mayAppear && wanted.tag != appeared
    if isNew, isQuiet, !isAnswer {
      if showsAgain, let published { show(published.content) }
      return true
    }
    if isNew { (appeared, hasComeBack) = (wanted.tag, false) }
    if isNew || isAnswer || showsAgain {
      show(wanted.content)
    } else if wanted.content != published?.content {
      publisher.update(wanted.content)
    }
    published = (wanted.tag, wanted.content)
    return false
  }

  /// Removes it; a page that no server has taken may come up again.
  func withdraw() {
    if published != nil { publisher.withdraw() }
    if appeared != taken { appeared = nil }
    (wanted, published) = (nil, nil)
  }

  private func show(_ content: Content) {
    publisher.show(content, .news(mayBeHeard: false))
  }
}
