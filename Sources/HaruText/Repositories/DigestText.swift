public import HaruCore

/// The sentences of the notification that collects all news of watched repositories.
///
/// A sentence stays true however long the notification is shown: it never says how long ago a change was.
public enum DigestText {
  /// The most lines of news in one digest.
  private static let limit = 5

  /// The content of a digest.
  ///
  /// The buttons are for the repository that is named first.
  ///
  /// - Parameters:
  ///   - news: The news, in order.
  ///   - remark: Why the last click failed, if it did.
  /// - Returns: The content; `nil` without news.
  public static func content(of news: [WatchNews], remark: String? = nil) -> Content? {
    guard let first = news.first else { return nil }
    let count = Set(news.map(\.name)).count
    var content = Content(
      title: NewsText.sentence(first), lines: lines(news.dropFirst()), actions: actions(first.name),
      insteadOfButtons: InsteadOfButtons(command: text("All changes: haru repo news")))
    let changed = text(
      "{count} repository has changed", "{count} repositories have changed", count: count)
    content.narrow = Content.Narrow(title: changed, line: content.title)
    if count > 1 {
      (content.title, content.narrow) = (changed, nil)
      content.lines = lines(news[...])
      content.actions = actions(first.name, called: first.name.name)
    }
    if let remark { content.lines.insert(remark, at: 0) }
    return content
  }

  /// The page of a repository could not be opened.
  public static func notOpened(_ name: RepositoryName, _ reason: String) -> String {
    text(
      "Could not open {name}: {reason}",
      ["name": name.description, "reason": SafeText.short(reason, to: 200)])
  }

  /// The store could not be changed to mute a repository.
  public static func notMuted(_ name: RepositoryName, because error: StoreError) -> String {
    text(
      "Could not mute {name}: {reason}",
      ["name": name.description, "reason": ErrorText.reason(error)])
  }

  private static func lines(_ news: ArraySlice<WatchNews>) -> [String] {
    let lines = news.prefix(limit).map(NewsText.sentence)
    let left = news.count - lines.count
    return left > 0
      ? lines + [
        text(
          "and {count} more change: haru repo news", "and {count} more changes: haru repo news",
          count: left)
      ] : lines
  }

  private static func actions(
    _ name: RepositoryName, called shown: String? = nil
  ) -> [Content.Action] {
    let shown = shown.map { SafeText.short($0, to: 24) }
    return [
      Content.Action(
        .open(name), label: shown.map { text("Open {name}", ["name": $0]) } ?? text("Open page")),
      Content.Action(
        .quiet(name), label: shown.map { text("Mute {name}", ["name": $0]) } ?? text("Mute")),
    ]
  }
}
