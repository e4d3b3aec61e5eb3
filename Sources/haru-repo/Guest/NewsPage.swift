import HaruCore
import HaruGitHub
import HaruText

/// The page with news that the agent shows as a notification (docs/notifications.md#the-digest).
///
/// A sentence stays true however long the notification is shown: it never says how long ago a change was.
struct NewsPage {
  /// The most lines of news.
  private static let limit = 5
  /// The longest tag that a page may have; older news than it can name are in `haru repo news`.
  private static let longestTag = 200

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
    var room = NewsPage.longestTag + 1
    let named = runs.reversed().prefix { run in
      room -= NewsPage.written(run).utf8.count + 1
      return room >= 0
    }
    self.news.removeAll { each in !named.contains { $0.contains(each.id) } }
  }

  /// The page of a press that has failed, where the news cannot be read.
  static func failure(_ remark: String, tag: String) -> JSON {
    .object([
      "version": .integer(1),
      "notification": .object([
        "tag": .string(tag), "appears": .bool(false), "title": .string(remark),
      ]),
    ])
  }

  // MARK: The tag

  /// Names the page by the numbers of its news; `3-9` are seven of them.
  var tag: String { runs.map(NewsPage.written).joined(separator: " ") }

  private var runs: [ClosedRange<Int64>] { news.map(\.id).inRuns { $0 == $1 - 1 } }

  private static func written(_ run: ClosedRange<Int64>) -> String {
    let (first, last) = (run.lowerBound, run.upperBound)
    return first == last ? "\(first)" : "\(first)-\(last)"
  }

  /// The numbers of the news on a page with a tag.
  static func ids(in tag: String) -> [Int64] {
    tag.split(separator: " ").flatMap { run -> [Int64] in
      let ends = run.split(separator: "-").compactMap { Int64($0) }
      guard let first = ends.first, let last = ends.last, first <= last,
        last - first < mostInARow
      else { return [] }
      return Array(first...last)
    }
  }

  /// More than there are news.
  private static let mostInARow = 100_000

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
    return zip([NewsPress.Action.open, .mute], labels).map { action, label in
      .object(["key": .string(NewsPress(action, name).key), "label": .string(label)])
    }
  }
}

/// What a button of the page asks for.
struct NewsPress: Hashable {
  /// Open the page of a repository, or mute it.
  enum Action: String { case open, mute }

  let action: Action
  /// The repository.
  let name: RepositoryName

  init(_ action: Action, _ name: RepositoryName) {
    (self.action, self.name) = (action, name)
  }

  /// Reads what the agent has sent back.
  init?(_ key: String) {
    let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let action = Action(rawValue: parts[0]),
      let name = RepositoryName(parts[1])
    else { return nil }
    self.init(action, name)
  }

  /// What the agent sends back.
  var key: String { "\(action.rawValue):\(name)" }

  /// That it could not be done, and why.
  func failed(_ reason: String) -> String {
    let values: KeyValuePairs = [
      "name": name.description, "reason": SafeText.short(reason, to: 200),
    ]
    return switch action {
    case .open: text("Could not open {name}: {reason}", values)
    case .mute: text("Could not mute {name}: {reason}", values)
    }
  }
}
