internal import HaruCore
internal import HaruText

/// News of a watched repository.
public enum NewsText {
  /// One piece of news with the name of the repository.
  public static func sentence(_ news: WatchNews) -> String {
    let name = news.name.description
    switch news.news {
    case .pushed(let days):
      return text(
        "{name}: first push in {count} day", "{name}: first push in {count} days", count: days,
        ["name": name])
    case .stars(let stars):
      return text("{name}: {count} star", "{name}: {count} stars", count: stars, ["name": name])
    case .archived: return text("{name} is archived", ["name": name])
    case .renamed(let old):
      return text(
        "{old} was renamed to {name}", ["old": SafeText.short(old, to: 140), "name": name])
    case .gone: return text("{name} was deleted or made private", ["name": name])
    case .blocked: return text("{name} was blocked for legal reasons", ["name": name])
    case .joined(let other):
      return text(
        "{other} and {name} are one repository, now watched once",
        ["other": SafeText.short(other, to: 140), "name": name])
    case .defaultBranch(let branch):
      return text(
        "{name}: the default branch is now {branch}",
        ["name": name, "branch": SafeText.short(branch, to: 60)])
    }
  }
}
