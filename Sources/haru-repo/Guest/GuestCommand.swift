import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruStore
import HaruSystem
import HaruText

/// What the agent asks: reloads what is due, and answers with the news (docs/guests.md).
struct GuestCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "guest", shouldDisplay: false)
  }

  func runOnMain() throws {
    guard let line = readLine(), let question = try? GuestQuestion(line: line) else {
      throw Failure(.usage, ErrorText.unknownArgument("guest", of: "haru-repo"))
    }
    let context = try RepositoryContext(warns: false)
    try printOutput("\(try context.answer(question))")
  }
}

/// Answers to the agent's questions.
extension RepositoryContext {
  fileprivate func answer(_ question: GuestQuestion) throws -> JSON {
    // Where nothing is watched, nothing is made.
    guard unknownSite == nil, settings.isStoreKnown, try mayWatch() else {
      return NewsPage([]).json(again: nil, appears: false)
    }
    if question.reason == .time { try ReloadRun.run(.due, in: self) }
    let shown = question.tag.map(NewsPage.ids) ?? []
    let press = question.key.flatMap { NewsPress($0) }
    let remark = press.flatMap(done)
    do {
      // Who presses a button has seen the page.
      if [.shown, .press].contains(question.reason) { try setAnnounced(shown) }
      return try page(shown, press, remark)
    } catch {
      guard let remark, let tag = question.tag else { throw error }
      return NewsPage.failure(remark, tag: tag)
    }
  }

  /// Does what a press asks for; returns why that failed.
  private func done(_ press: NewsPress) -> String? {
    do {
      switch press.action {
      case .open: try RepoCommand.Open.page(of: press.name, self)
      case .mute: _ = try read { try $0.setQuiet(true, [press.name]) }
      }
      return nil
    } catch {
      return press.failed(error.message)
    }
  }

  private func page(_ shown: [Int64], _ press: NewsPress?, _ remark: String?) throws -> JSON {
    let isWanted = ownSettings.announcement == .changes
    // What could not be done stays.
    let handled = remark == nil ? press?.name : nil
    // As a reading, because a change has the agent ask again; of the file, because it says when that is due.
    let found = try read(making: true) { file in
      let fresh = try file.unannouncedNews()
      // Kept for later they would be old then, and look new.
      if !isWanted { try file.forget(fresh) }
      let known = Dictionary(
        (fresh + (try file.announcedNews().map(\.news))).map { ($0.id, $0) },
        uniquingKeysWith: { $1 })
      let wanted = Set(try file.watches().filter { !$0.isQuiet }.map(\.name))
      let older = shown.compactMap { known[$0] }.filter {
        wanted.contains($0.name) && $0.name != handled
      }
      let due = try file.nextReload(at: now, by: reloadPlan, on: ownSettings.site)
      return (news: older + fresh.filter { !shown.contains($0.id) }, fresh: fresh, due: due)
    }
    let (news, fresh, due) = found ?? ([], [], nil)
    var page = NewsPage(isWanted ? news : [])
    page.remark = remark
    let appears = fresh.contains { !shown.contains($0.id) }
    return page.json(again: due, appears: appears && press == nil)
  }

  private func setAnnounced(_ ids: [Int64]) throws {
    _ = try read { file in
      // What the page had no room for counts as told, too: it said how many.
      let told = try file.unannouncedNews().filter { $0.id <= ids.max() ?? 0 }
      if !told.isEmpty { try file.keep(told, announcedAt: now) }
    }
  }
}
