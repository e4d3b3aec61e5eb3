public import HaruCore

/// Puts news of watched repositories into words: one digest, whatever there is to say.
///
/// No sentence becomes false by waiting: it says what was found, and never how long ago.
public enum DigestText {
  /// How many lines of news there are at most.
  private static let limit = 5

  /// The content of a digest.
  ///
  /// What can be asked for is about the repository that is named first.
  ///
  /// - Parameters:
  ///   - news: What there is to say, in order; `nil` comes of nothing.
  ///   - remark: What is said of the last click, if it did not do what was asked.
  /// - Returns: The content.
  public static func content(of news: [WatchNews], remark: String? = nil) -> DigestContent? {
    guard let first = news.first else { return nil }
    let count = Set(news.map(\.name)).count
    var content = DigestContent(
      title: NewsText.sentence(first), lines: lines(news.dropFirst()), actions: actions(first.name),
      withoutButtons: text("To see more: haru repo show"))
    if count > 1 {
      content.title = text(
        "{count} repository has changed", "{count} repositories have changed", count: count)
      content.lines = lines(news[...])
      content.actions = actions(first.name, called: first.name.name)
    }
    if let remark { content.lines.insert(remark, at: 0) }
    return content
  }

  /// A repository's page could not be opened.
  public static func notOpened(_ name: RepositoryName, _ reason: String) -> String {
    text(
      "{name} was not opened: {reason}",
      ["name": name.description, "reason": ForeignText.short(reason, to: 200)])
  }

  /// It could not be written down that a repository is to be quiet.
  public static func notQuiet(_ name: RepositoryName, because error: StoreError) -> String {
    text(
      "{name} is not quiet: {reason}",
      ["name": name.description, "reason": ErrorText.reason(error)])
  }

  private static func lines(_ news: ArraySlice<WatchNews>) -> [String] {
    let lines = news.prefix(limit).map(NewsText.sentence)
    let left = news.count - lines.count
    return left > 0
      ? lines + [text("and {count} more change", "and {count} more changes", count: left)] : lines
  }

  private static func actions(
    _ name: RepositoryName, called shown: String? = nil
  ) -> [Content.Action] {
    let shown = shown.map { ForeignText.short($0, to: 24) }
    return [
      Content.Action(
        .open(name), label: shown.map { text("Open {name}", ["name": $0]) } ?? text("Open page")),
      Content.Action(
        .quiet(name), label: shown.map { text("Quiet {name}", ["name": $0]) } ?? text("Quiet")),
    ]
  }
}
