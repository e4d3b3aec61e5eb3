internal import HaruCore
internal import HaruText

/// News of a watched repository.
public enum NewsText {
  /// Nothing was announced yet.
  public static var none: String {
    text("Nothing was announced yet. What changed since you last looked: haru repo show")
  }

  /// A number that no piece of news has.
  public static func noSuchNumber(_ number: Int, of count: Int) -> String {
    text(
      "no such number: {number}; haru repo news lists {count}",
      ["number": String(number), "count": String(count)])
  }

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
