public import HaruCore
public import HaruText

/// The progress, the results and the errors of loading repositories.
public enum ReloadText {
  // MARK: Problems

  /// Why a load failed, and what to do about it.
  ///
  /// - Parameters:
  ///   - problem: The problem.
  ///   - name: The repository; `nil` if the problem concerns all.
  ///   - site: The GitHub server.
  /// - Returns: The reason, as part of a line.
  public static func reason(
    _ problem: ReloadProblem, of name: RepositoryName? = nil, _ site: GitHubSite
  ) -> String {
    let host = site.host
    switch problem {
    case .offline(let words):
      return text("cannot reach {host}: {reason}", ["host": host, "reason": shown(words)])
    case .proxy(let words):
      return text(
        "the proxy refused the connection: {reason}; check https_proxy",
        ["reason": shown(words)])
    case .untrusted(let words):
      return text(
        "cannot verify the TLS certificate of {host}: {reason}; check the clock and the network of this machine",
        ["host": host, "reason": shown(words)])
    case .timedOut: return text("time-out: no answer from {host}", ["host": host])
    case .interrupted(let words):
      return text(
        "the connection to {host} broke off: {reason}", ["host": host, "reason": shown(words)])
    case .badToken(let sources):
      guard sources.isEmpty else { return rejected(from: sources, host) }
      return text(
        "{host} answers only with a token, such as from gh auth login",
        ["host": host])
    case .rateLimited(.withoutToken):
      return text(
        "rate limit of {host} reached; a token, such as from gh auth login, allows 5,000 requests an hour",
        ["host": host])
    case .rateLimited(.withToken):
      return text("rate limit of {host} reached for your token", ["host": host])
    case .rateLimited(.secondary):
      return text(
        "secondary rate limit of {host} reached: too many requests in a short time",
        ["host": host])
    case .forbidden(let words):
      return words.isEmpty
        ? text("{host} denied access", ["host": host])
        : text("{host} denied access: {reason}", ["host": host, "reason": shown(words)])
    case .gone:
      guard let name else { return text("deleted or private") }
      return text(
        "deleted or private; to stop watching it: haru repo remove {name}",
        ["name": WatchText.words([name])])
    case .hidden:
      return text("deleted, or visible only with the token with which it was last loaded")
    case .blocked:
      guard let name else {
        return text("{host} blocks it for legal reasons (status 451)", ["host": host])
      }
      return text(
        "{host} blocks it for legal reasons (status 451); to stop watching it: haru repo remove {name}",
        ["host": host, "name": WatchText.words([name])])
    case .server(let status):
      return text("server error of {host}: status {status}", ["host": host, "status": "\(status)"])
    case .unexpected(let status):
      return text(
        "unexpected response of {host}: status {status}",
        ["host": host, "status": "\(status)"])
    case .badResponse(let words):
      return text(
        "cannot use the response of {host}: {reason}; check the setting Repositories.api",
        ["host": host, "reason": shown(words)])
    case .tooLarge: return text("the response of {host} is too large", ["host": host])
    case .badRedirect: return text("too many or unsafe redirects from {host}", ["host": host])
    }
  }

  /// GitHub rejects tokens from somewhere, named as the system names it.
  private static func rejected(from sources: String, _ host: String) -> String {
    text(
      "{host} rejected the token from {origin}; renew it, or create a new one with gh auth login",
      ["host": host, "origin": shown(sources)])
  }

  /// GitHub rejects a token, and the next one is tried.
  public static func rejected(_ source: TokenSource, _ site: GitHubSite) -> String {
    rejected(from: source.rawValue, site.host)
  }

  /// A repository that could not be loaded, and the reason.
  public static func failed(
    _ name: RepositoryName, _ problem: ReloadProblem, _ site: GitHubSite
  ) -> String {
    text(
      "{name}: {reason}",
      ["name": name.description, "reason": reason(problem, of: name, site)])
  }

  /// A repository whose contributors could not be loaded, and the reason.
  public static func contributorsFailed(
    _ name: RepositoryName, _ problem: ReloadProblem, _ site: GitHubSite
  ) -> String {
    text(
      "{name}: contributors not loaded: {reason}",
      ["name": name.description, "reason": reason(problem, site)])
  }

  /// The time of the next request, and the reason for the pause; `haru repo refresh` can shorten it,
  /// unless GitHub has set it.
  public static func paused(
    until: Instant, _ problem: ReloadProblem, _ site: GitHubSite, _ when: MomentText
  ) -> String {
    let (time, reason) = (when.at(until), reason(problem, site))
    return problem.isRateLimit
      ? text("next request {when}: {reason}", ["when": time, "reason": reason])
      : text("next try {when}: {reason}", ["when": time, "reason": reason])
  }

  // MARK: Progress

  /// The progress of a reload.
  public static func progress(_ done: Int, of total: Int, _ name: RepositoryName?) -> String {
    let count = text("{done} of {total}", ["done": "\(done)", "total": "\(total)"])
    return name.map { count + " · " + $0.description } ?? count
  }

  /// Another reload holds the lock.
  public static var waiting: String { text("waiting for another haru repo refresh") }

  /// The user interrupted the reload.
  public static func brokenOff(_ done: Int, of total: Int) -> String {
    text(
      "interrupted: {done} of {total} repositories requested, the others stay due",
      ["done": "\(done)", "total": "\(total)"])
  }

  // MARK: Results

  /// The result of a reload, in a line.
  public static func result(changed: Int, unchanged: Int, failed: Int, waiting: Int) -> String {
    var parts: [String] = []
    func add(_ words: String, _ count: Int) { if count > 0 { parts.append(words) } }
    add(text("{count} loaded", "{count} loaded", count: changed), changed)
    add(text("{count} unchanged", "{count} unchanged", count: unchanged), unchanged)
    add(text("{count} failed", "{count} failed", count: failed), failed)
    add(text("{count} waiting", "{count} waiting", count: waiting), waiting)
    return parts.isEmpty ? text("Nothing was loaded.") : parts.joined(separator: " · ")
  }

  /// No repository is due, and when the next one is.
  public static func nothingDue(_ next: Instant?, _ when: MomentText) -> String {
    guard let next else { return text("Nothing is due.") }
    return text("Nothing is due. Next: {when}.", ["when": when.at(next)])
  }

  /// Text from outside, not too long.
  private static func shown(_ words: String) -> String { SafeText.short(words, to: 200) }
}
