import HaruCore
import HaruGitHub
import HaruText

/// The page with news that the agent shows as a notification (docs/notifications.md#the-digest).
///
/// A sentence stays true however long the notification is shown: it never says how long ago a change was.
struct NewsPage {
  /// The most lines of news.
  private static let limit = 5
  /// The most news that a page tells; older ones are in `haru repo news`.
  private static let most = 25

  /// The news, older ones first; of one kind about one repository only the last.
  private(set) var news: [WatchNews] = []
  /// Why the last press did not do what the user asked for.
  var remark: String?

  /// Collects news.
  init(_ news: [WatchNews]) {
    for each in news {
      self.news.removeAll { $0.name == each.name && $0.news.kind == each.news.kind }
      self.news.append(each)
    }
    self.news = self.news.suffix(NewsPage.most)
  }

  // MARK: The tag

  /// Names the page by the numbers of its news.
  var tag: String { news.map { String($0.id) }.joined(separator: " ") }

  /// The numbers of the news on a page with a tag.
  static func ids(in tag: String) -> [Int64] { tag.split(separator: " ").compactMap { Int64($0) } }

  // MARK: The page

  /// The page as the agent reads it (docs/guests.md#the-page).
  ///
  /// - Parameters:
  ///   - again: When to ask again; `nil` for no time.
  ///   - appears: Whether it comes up as new.
  /// - Returns: The page, without a notification if there are no news.
  func json(again: Instant?, appears: Bool) -> JSON {
    var members: [String: JSON] = ["version": .integer(1)]
    members["again"] = again.map { .integer($0.seconds) }
    members["notification"] = notification(appears)
    return .object(members)
  }

  /// The notification; its buttons are for the repository that is named first.
  private func notification(_ appears: Bool) -> JSON? {
    guard let first = news.first else { return nil }
    let count = Set(news.map(\.name)).count
    let changed = text(
      "{count} repository has changed", "{count} repositories have changed", count: count)
    let isOne = count == 1
    let sentence = NewsText.sentence(first)
    var lines = NewsPage.lines(isOne ? news.dropFirst() : news[...])
    if let remark { lines.insert(remark, at: 0) }
    var members: [String: JSON] = [
      "tag": .string(tag), "appears": .bool(appears), "title": .string(isOne ? sentence : changed),
      "body": .string(lines.joined(separator: "\n")),
      "buttons": .array(NewsPage.buttons(first.name, called: isOne ? nil : first.name.name)),
      "without_buttons": .string(text("All changes: haru repo news")),
    ]
    if isOne { members["narrow"] = .string(changed) }
    return .object(members)
  }

  private static func lines(_ news: ArraySlice<WatchNews>) -> [String] {
    let lines = news.prefix(limit).map(NewsText.sentence)
    let left = news.count - lines.count
    guard left > 0 else { return lines }
    return lines + [
      text(
        "and {count} more change: haru repo news", "and {count} more changes: haru repo news",
        count: left)
    ]
  }

  private static func buttons(_ name: RepositoryName, called shown: String?) -> [JSON] {
    let shown = shown.map { SafeText.short($0, to: 24) }
    let labels = [
      shown.map { text("Open {name}", ["name": $0]) } ?? text("Open page"),
      shown.map { text("Mute {name}", ["name": $0]) } ?? text("Mute"),
    ]
    return zip([NewsPress.open(name), .mute(name)], labels).map { press, label in
      .object(["key": .string(press.key), "label": .string(label)])
    }
  }

  // MARK: Remarks

  /// The page of a repository could not be opened.
  static func notOpened(_ name: RepositoryName, _ reason: String) -> String {
    text(
      "Could not open {name}: {reason}",
      ["name": name.description, "reason": SafeText.short(reason, to: 200)])
  }

  /// A repository could not be muted.
  static func notMuted(_ name: RepositoryName, _ reason: String) -> String {
    text(
      "Could not mute {name}: {reason}",
      ["name": name.description, "reason": SafeText.short(reason, to: 200)])
  }
}

/// What a button of the page asks for.
enum NewsPress: Hashable {
  /// Open the page of a repository.
  case open(RepositoryName)
  /// Mute a repository.
  case mute(RepositoryName)

  /// The repository.
  var name: RepositoryName {
    switch self {
    case .open(let name), .mute(let name): name
    }
  }

  /// What the agent sends back.
  var key: String {
    switch self {
    case .open(let name): "open:\(name)"
    case .mute(let name): "mute:\(name)"
    }
  }

  /// Reads what the agent has sent back.
  init?(_ key: String) {
    let parts = key.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, let name = RepositoryName(String(parts[1])) else { return nil }
    switch parts[0] {
    case "open": self = .open(name)
    case "mute": self = .mute(name)
    default: return nil
    }
  }
}
