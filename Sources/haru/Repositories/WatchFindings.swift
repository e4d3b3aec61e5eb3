import HaruCore
import HaruSystem
import HaruText

/// The findings of `haru doctor` about the watches, if there are any.
extension Doctor {
  func watches(_ context: CommandContext) -> [Finding] {
    // Another finding reports a store that cannot be read.
    guard let watches = try? Watches(context).all, !watches.isEmpty else { return [] }
    let fetcher = ProgramFile().helper("haru-fetch")
    let loading =
      switch HelperState(of: fetcher) {
      case .works: trouble(watches, context) + [token(fetcher, context.settings.site)]
      case .lacksLibrary: [Finding(.worthKnowing, DoctorText.noCurl(fetcher))]
      case .isMissing: [Finding(.worthKnowing, DoctorText.noFetcher(fetcher))]
      }
    return [count(watches, context)] + loading
  }

  private func count(_ watches: [Watch], _ context: CommandContext) -> Finding {
    let last = watches.compactMap(\.snapshot?.fetchedAt).max()
    return Finding(
      last == nil ? .worthKnowing : .works,
      DoctorText.watches(watches.count, lastAnswer: last, context.when))
  }

  private func trouble(_ watches: [Watch], _ context: CommandContext) -> [Finding] {
    if let pause = try? context.pause() {
      let reason = ReloadText.paused(
        until: pause.until, pause.problem, context.settings.site, context.when)
      return [Finding(.worthKnowing, DoctorText.watchesPaused(reason))]
    }
    let count = watches.count { $0.problem != nil }
    return count == 0 ? [] : [Finding(.worthKnowing, DoctorText.watchesNotLoaded(count))]
  }

  /// Only `haru-fetch` knows where the token comes from.
  private func token(_ fetcher: String, _ site: GitHubSite) -> Finding {
    let ending = try? Subprocess.run([fetcher, FetchCommand.tokenSource(site).line])
    let found = (ending?.output.split(separator: "\n").first).flatMap {
      try? FoundToken(line: String($0))
    }
    guard let found else { return Finding(.worthKnowing, DoctorText.noToken) }
    let origin = found.source.rawValue
    guard found.isUsable else {
      return Finding(.worthKnowing, DoctorText.unusableToken(from: origin))
    }
    guard site.mayGetToken else {
      return Finding(.worthKnowing, DoctorText.tokenWithheld(from: origin, site: site))
    }
    return Finding(.works, DoctorText.token(from: origin))
  }
}
