internal import HaruCore
internal import HaruText

/// Tells what is new of watched repositories, in one living digest.
///
/// News stay in the store until a server has taken them, so that none are lost without anybody to
/// tell them to.
@MainActor
final class Digest {
  private let publisher: any DigestPublisher
  /// What the last digest says, less what the user has dealt with.
  private var news: [WatchNews] = []
  /// What a server has taken.
  private var told: Set<WatchNews> = []
  private var published: DigestContent?
  /// What is said of the last click, if it did not do what was asked.
  private var remark: String?
  /// Whether it has to appear, though there is no other news.
  private var isWanted = false

  init(_ publisher: any DigestPublisher) {
    self.publisher = publisher
  }

  /// The repositories that it names.
  var names: Set<RepositoryName> { Set(news.map(\.name)) }

  // MARK: What happens to it

  /// A server has taken it.
  func isShown() { told.formUnion(news) }

  /// It has to appear again, as the user or a new server asks.
  func show() { isWanted = true }

  /// The user has dealt with a repository; what is left is shown again.
  func dealtWith(_ name: RepositoryName) {
    // A second click finds it done.
    guard names.contains(name) else { return }
    remark = nil
    leave(out: [name])
    isWanted = true
  }

  /// What the user asked for of a repository was not done.
  func say(_ remark: String) {
    self.remark = remark
    isWanted = true
  }

  /// What is known of a repository by an old name is said of its new one.
  func learn(names fresh: [WatchNews]) {
    for renamed in fresh {
      guard case .renamed(let old) = renamed.news else { continue }
      news = news.map { known in
        guard known.name.description == old else { return known }
        return WatchNews(id: known.id, of: renamed.name, at: known.at, known.news)
      }
    }
  }

  /// Nobody wants to hear of some repositories any more.
  func leave(out names: Set<RepositoryName>) {
    news.removeAll { names.contains($0.name) }
  }

  // MARK: Publishing

  /// Publishes what differs.
  ///
  /// - Parameters:
  ///   - untold: What is new, as the store has it.
  ///   - isQuiet: Whether nothing may appear by itself now.
  /// - Returns: Of what is new, what need not be kept any longer, and whether something waits for
  ///   the end of the quiet hours.
  func publish(_ untold: [WatchNews], isQuiet: Bool) -> (done: [WatchNews], waits: Bool) {
    let done = untold.filter(told.contains)
    told.formIntersection(untold)
    let fresh = untold.filter { !told.contains($0) }
    let isNews = !Set(fresh).isSubset(of: news)
    let waits = isNews && isQuiet
    if isNews, !isQuiet {
      news = Digest.merged(publisher.isShowing ? news : [], fresh)
      (remark, isWanted) = (nil, true)
    }
    publish()
    return (done, waits)
  }

  /// Takes it away, with all that it says.
  func withdraw() {
    (news, told, remark) = ([], [], nil)
    publish()
  }

  /// Publishes what differs, with nothing new.
  func publish() {
    defer { isWanted = false }
    let content = DigestText.content(of: news, remark: remark)
    guard let content else {
      if published != nil { publisher.withdraw() }
      published = nil
      return
    }
    if isWanted {
      publisher.show(content)
    } else if content != published {
      publisher.update(content)
    }
    published = content
  }

  /// Older news with those that came after them: of one kind about one repository only the last.
  private static func merged(_ old: [WatchNews], _ new: [WatchNews]) -> [WatchNews] {
    var merged = old
    for news in new {
      merged.removeAll { $0.name == news.name && $0.news.kind == news.news.kind }
      merged.append(news)
    }
    return merged
  }
}
