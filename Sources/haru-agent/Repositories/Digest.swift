internal import HaruCore
internal import HaruNotify
internal import HaruText

/// Shows the news of watched repositories in one living digest (docs/notifications.md#the-digest).
///
/// News stay in the store until a server has taken them, so that none are lost.
@MainActor
final class Digest {
  private let publisher: any Publisher
  /// The news in the digest, without those that the user has handled.
  private var news: [WatchNews] = []
  /// The news that a server has taken.
  private var taken: Set<WatchNews> = []
  private var published: Content?
  /// A line about the last click, if it did not do what the user asked for.
  private var remark: String?
  /// Whether it has to appear even without other news.
  private var mustAppear = false
  /// Whether it has come back since it had other news.
  private var hasComeBack = false

  init(_ publisher: any Publisher) {
    self.publisher = publisher
  }

  /// The repositories in it.
  var names: Set<RepositoryName> { Set(news.map(\.name)) }

  // MARK: What happens to it

  /// Remembers that a server has taken it.
  func wasShown() { taken.formUnion(news) }

  /// Makes it appear again.
  func show() { mustAppear = true }

  /// Makes it appear again, once, because a server may have lost it that tells that it is shown.
  func showAgainOnce() {
    guard publisher.isShowing, !publisher.isWithinReach, !hasComeBack else { return }
    publisher.withdraw()
    (mustAppear, hasComeBack) = (true, true)
  }

  /// Makes it appear with a line about the last click.
  func show(remark: String) {
    self.remark = remark
    show()
  }

  /// Removes a repository that the user has handled, and shows the others again.
  func remove(handled name: RepositoryName) {
    // A second click finds it removed.
    guard names.contains(name) else { return }
    remark = nil
    remove([name])
    show()
  }

  /// Removes repositories.
  func remove(_ names: Set<RepositoryName>) {
    news.removeAll { names.contains($0.name) }
  }

  /// Gives repositories the new names that are among the news.
  func rename(as fresh: [WatchNews]) {
    for renamed in fresh {
      guard let old = renamed.news.oldName else { continue }
      let named = news.map { known in
        guard known.name.description == old else { return known }
        return WatchNews(id: known.id, of: renamed.name, at: known.at, known.news)
      }
      // Two watches that are one may have had the same news.
      news = Digest.merged([], named)
    }
  }

  /// Sends it again after the server has refused it.
  func sendAgain() { publisher.retry() }

  // MARK: Publishing

  /// Publishes what has changed.
  ///
  /// - Parameters:
  ///   - stored: The news in the store.
  ///   - isQuiet: Whether nothing may appear unasked.
  /// - Returns: The news that need not be kept any longer, and whether others wait for the end of
  ///   the quiet hours.
  func publish(_ stored: [WatchNews], isQuiet: Bool) -> (done: [WatchNews], waits: Bool) {
    let done = stored.filter(taken.contains)
    taken.formIntersection(stored)
    let fresh = stored.filter { !taken.contains($0) }
    let hasNews = !Set(fresh).isSubset(of: news)
    if hasNews, !isQuiet {
      news = Digest.merged(publisher.isShowing ? news : [], fresh)
      (remark, mustAppear, hasComeBack) = (nil, true, false)
    }
    publish()
    return (done, hasNews && isQuiet)
  }

  /// Removes it with all its news.
  func withdraw() {
    (news, taken, remark) = ([], [], nil)
    publish()
  }

  /// Publishes what has changed, without news.
  func publish() {
    defer { mustAppear = false }
    let content = DigestText.content(of: news, remark: remark)
    guard let content else {
      if published != nil { publisher.withdraw() }
      published = nil
      return
    }
    if mustAppear {
      publisher.show(content, .news(mayBeHeard: false))
    } else if content != published {
      publisher.update(content)
    }
    published = content
  }

  /// Older news followed by newer ones; of one kind about one repository only the last.
  private static func merged(_ old: [WatchNews], _ new: [WatchNews]) -> [WatchNews] {
    var merged = old
    for news in new {
      merged.removeAll { $0.name == news.name && $0.news.kind == news.news.kind }
      merged.append(news)
    }
    return merged
  }
}
