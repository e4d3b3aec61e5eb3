public import HaruCore

/// Says what is new of a watched repository, to whoever hears of it first.
public enum NewsText {
  /// A piece of news, in a line that names the repository.
  public static func sentence(_ news: WatchNews) -> String {
    let name = news.name.description
    switch news.news {
    case .pushed(let days):
      return text(
        "{name}: first push in {count} day", "{name}: first push in {count} days", count: days,
        ["name": name])
    case .stars(let stars):
      return text("{name}: {number} stars", ["name": name, "number": NumberText.grouped(stars)])
    case .archived: return text("{name} is archived", ["name": name])
    case .renamed(let old):
      return text(
        "{old} has moved to {name}", ["old": SafeText.short(old, to: 140), "name": name])
    case .gone: return text("{name} is gone, or private now", ["name": name])
    case .defaultBranch(let branch):
      return text(
        "{name}: the default branch is {branch} now",
        ["name": name, "branch": SafeText.short(branch, to: 60)])
    }
  }
}
