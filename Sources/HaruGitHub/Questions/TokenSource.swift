/// Where a token for GitHub comes from, in the order of preference.
public enum TokenSource: String, CaseIterable, Sendable {
  /// A variable of the environment for Haru alone.
  case haruVariable = "HARU_GITHUB_TOKEN"
  /// A variable of the environment that other programs read as well.
  case githubVariable = "GITHUB_TOKEN"
  /// The variable of GitHub's own program, for GitHub itself.
  case ghVariable = "GH_TOKEN"
  /// GitHub's own program, with what it has stored.
  case gh

  /// The variables of the environment.
  public static let variables = allCases.filter { $0 != .gh }.map(\.rawValue)
}
