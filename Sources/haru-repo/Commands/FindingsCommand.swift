import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// The lines of `haru doctor` about the watches, if there are any, and about what is wrong with their list.
struct FindingsCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "doctor", shouldDisplay: false)
  }

  func runOnMain() throws {
    // Other findings report settings, or a store that is deleted, out of reach or unreadable. A store of version 0.4
    // hands its watches over to a command about repositories, and to no doctor.
    guard let context = try? RepositoryContext(warns: false),
      (try? context.requireStore()) != nil,
      !((try? Handover.isDue(from: context.storePath)) ?? !context.hasFile)
    else { return }
    let findings = findings(context)
    if !findings.isEmpty { try printOutput(findings.map(\.line).joined(separator: "\n")) }
  }

  @MainActor
  private func findings(_ context: RepositoryContext) -> [Finding] {
    do {
      let watches = try Watches(context).all
      let wrong = context.wrongListLines.map { Finding(.broken, $0) }
      guard !watches.isEmpty else { return wrong }
      return [count(watches, context)] + wrong + trouble(watches, context)
        + [token(context.ownSettings.site)]
    } catch {
      return [Finding(.broken, error.message)]
    }
  }

  @MainActor
  private func count(_ watches: [Watch], _ context: RepositoryContext) -> Finding {
    let last = watches.compactMap(\.snapshot?.fetchedAt).max()
    return Finding(
      last == nil ? .worthKnowing : .works,
      FindingText.watches(watches.count, lastAnswer: last, context.when))
  }

  @MainActor
  private func trouble(_ watches: [Watch], _ context: RepositoryContext) -> [Finding] {
    if let pause = try? context.pause() {
      let reason = ReloadText.paused(
        until: pause.until, pause.problem, context.ownSettings.site, context.when)
      return [Finding(.worthKnowing, text("watches: {reason}", ["reason": reason]))]
    }
    let count = watches.count { $0.problem != nil }
    return count == 0 ? [] : [Finding(.worthKnowing, FindingText.watchesNotLoaded(count))]
  }

  private func token(_ site: GitHubSite) -> Finding {
    guard let found = Credentials(for: site).found else {
      return Finding(.worthKnowing, FindingText.noToken)
    }
    let origin = found.source.rawValue
    guard found.isUsable else {
      return Finding(.worthKnowing, FindingText.unusableToken(from: origin))
    }
    guard site.mayGetToken else {
      return Finding(
        .worthKnowing,
        text(
          "GitHub: the token from {origin} is not sent, because {address} is not encrypted; use https in the setting Repositories.api",
          ["origin": origin, "address": site.description]))
    }
    return Finding(.works, FindingText.token(from: origin))
  }
}
