public import HaruCore

/// What is said of asking GitHub, and of what came of it.
public enum ReloadText {
  // MARK: Problems

  /// Why GitHub gave no answer, and what to do about it.
  ///
  /// - Parameters:
  ///   - problem: Why.
  ///   - name: Of which repository; `nil` for what holds for all.
  ///   - site: Which GitHub.
  /// - Returns: The reason, as part of a sentence.
  public static func reason(
    _ problem: ReloadProblem, of name: RepositoryName? = nil, _ site: GitHubSite
  ) -> String {
    let host = site.host
    switch problem {
    case .offline(let words):
      return text("{host} cannot be reached: {reason}", ["host": host, "reason": shown(words)])
    case .proxy(let words):
      return text(
        "the proxy does not let us through: {reason}; it is the one that https_proxy names",
        ["reason": shown(words)])
    case .untrusted(let words):
      return text(
        "{host} cannot show that it is who it says it is: {reason}; check the clock of this machine, and who is between",
        ["host": host, "reason": shown(words)])
    case .timedOut: return text("{host} did not answer in time", ["host": host])
    case .badToken:
      return text(
        "{host} does not take the token; make another with gh auth login, or unset HARU_GITHUB_TOKEN and GITHUB_TOKEN",
        ["host": host])
    case .rateLimited:
      return text(
        "{host} has answered enough for now; with a token, as from gh auth login, it answers 5,000 times an hour",
        ["host": host])
    case .forbidden(let words):
      return words.isEmpty
        ? text("{host} does not allow it", ["host": host])
        : text("{host} does not allow it: {reason}", ["host": host, "reason": shown(words)])
    case .gone:
      guard let name else { return text("it is gone, or private") }
      return text(
        "it is gone, or private; to watch it no longer: haru repo remove {name}",
        ["name": name.description])
    case .server(let status):
      return text("{host} is out of order: status {status}", ["host": host, "status": "\(status)"])
    case .unexpected(let status):
      return text(
        "{host} answered with status {status}, which it never should",
        ["host": host, "status": "\(status)"])
    case .badResponse(let words):
      return text(
        "what {host} answered is no repository: {reason}; is Repositories.api right?",
        ["host": host, "reason": shown(words)])
    case .tooLarge: return text("the answer of {host} has no end", ["host": host])
    case .badRedirect: return text("{host} leads from one address to the next", ["host": host])
    }
  }

  /// A repository that was not loaded, and why.
  public static func failed(
    _ name: RepositoryName, _ problem: ReloadProblem, _ site: GitHubSite
  ) -> String {
    text(
      "{name}: {reason}",
      ["name": name.description, "reason": reason(problem, of: name, site)])
  }

  /// Until when nobody asks, and why; whoever wants it at once may, unless GitHub has said when.
  public static func paused(
    until: Instant, _ problem: ReloadProblem, _ site: GitHubSite, _ when: MomentText
  ) -> String {
    let (time, reason) = (when.at(until), reason(problem, site))
    return problem == .rateLimited
      ? text("not asked again before {when}: {reason}", ["when": time, "reason": reason])
      : text(
        "not tried again by itself before {when}: {reason}", ["when": time, "reason": reason])
  }

  // MARK: The way there

  /// How far a reload is.
  public static func progress(_ done: Int, of total: Int, _ name: RepositoryName?) -> String {
    let count = text("{done} of {total}", ["done": "\(done)", "total": "\(total)"])
    return name.map { count + " · " + $0.description } ?? count
  }

  /// Another reload has to end before this one begins.
  public static var waiting: String { text("waiting for another refresh to end") }

  /// The program that asks is not there, or cannot be started.
  public static func noFetcher(_ path: String, _ reason: String) -> String {
    text("cannot ask GitHub: {path}: {reason}", ["path": path, "reason": reason])
  }

  /// It was ended by a signal.
  public static func fetcherEnded(_ signal: String) -> String {
    text("haru-fetch has ended: {signal}", ["signal": signal])
  }

  /// The user has broken it off.
  public static func brokenOff(_ done: Int, of total: Int) -> String {
    text(
      "broken off: {done} of {total} have been asked for, the others stay due",
      ["done": "\(done)", "total": "\(total)"])
  }

  // MARK: What came of it

  /// What came of a reload, in a line.
  public static func result(changed: Int, unchanged: Int, failed: Int, waiting: Int) -> String {
    var parts: [String] = []
    func add(_ words: String, _ count: Int) { if count > 0 { parts.append(words) } }
    add(text("{count} loaded", "{count} loaded", count: changed), changed)
    add(text("{count} unchanged", "{count} unchanged", count: unchanged), unchanged)
    add(text("{count} not loaded", "{count} not loaded", count: failed), failed)
    add(text("{count} has to wait", "{count} have to wait", count: waiting), waiting)
    return parts.isEmpty ? text("Nothing was loaded.") : parts.joined(separator: " · ")
  }

  /// Nothing is due, and when something will be.
  public static func nothingDue(_ next: Instant?, _ when: MomentText) -> String {
    guard let next else { return text("Nothing is due.") }
    return text("Nothing is due before {when}.", ["when": when.at(next)])
  }

  /// Somebody else's words, not too long.
  private static func shown(_ words: String) -> String { SafeText.short(words, to: 200) }
}
