public import HaruCore

/// What the user has chosen for repositories, with a default for everything.
public struct RepositorySettings: SettingValues {
  /// Which changes of watched repositories are announced.
  public enum Announcement: String, CaseIterable, Sendable {
    /// Those that matter.
    case changes
    /// None.
    case never
  }

  /// Seconds from a reload of a watched repository to the next, a quarter of an hour to thirty days.
  public var reloadAfter = 43_200
  /// Which changes of repositories are announced.
  public var announcement = Announcement.changes
  /// Days without a push after which a repository counts as quiet, 1 to 3650.
  public var quietAfterDays = 50
  /// The GitHub that is asked.
  public var site = GitHubSite.github

  /// The defaults.
  public init() {}
}

extension RepositorySettings {
  /// The group of the keys, which share/haru/guests/repositories.json names.
  private static let group = "Repositories"

  /// Every key, in the order of haru.conf(5): what it sets, how it is written, and what it means.
  public static let keys: [SettingKey<RepositorySettings>] = [
    SettingKey(
      group, "reload-after", \.reloadAfter, .number(900...2_592_000),
      text("Seconds from one reload of a repository to the next."),
      effect: text("{setting} is now {value}. It takes effect when a repository is loaded next.")),
    SettingKey(
      group, "notify", \.announcement, .choice(),
      text("Which changes of repositories a notification shows.")),
    SettingKey(
      group, "quiet-after-days", \.quietAfterDays, .number(1...3650),
      text("After how many days without a push a repository counts as quiet.")),
    SettingKey(group, "api", \.site, .address, text("The address of the GitHub that is asked.")),
  ]
}

extension SettingFormat<GitHubSite> {
  fileprivate static let address = SettingFormat(
    expected: .said(text("an address such as https://api.github.com")), write: \.description,
    read: { GitHubSite($0) })
}

/// Marks a literal as a sentence for people.
private func text(_ english: String) -> Sentence { Sentence(english) }
