import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruTerminal
import HaruText

extension RepoCommand {
  struct News: RepositoryCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "news",
        abstract: text("List the changes that were announced, the last first."),
        discussion: text(
          """
          A change was announced once a notification showed it or haru repo refresh printed it. The last \
          hundred are kept.
          """))
    }

    @OptionGroup
    var output: JSONOption

    @Option(
      help: .of(
        text("Open the page of a repository: its number in this list, or its name."),
        valueName: "number"),
      completion: .watch)
    var open: String?

    @Option(
      help: .of(
        text("Mute a repository: its number in this list, or its name."), valueName: "number"),
      completion: .watch)
    var quiet: String?

    func validate() throws {
      let chosen = [
        output.json ? "--json" : nil, open.map { _ in "--open" }, quiet.map { _ in "--quiet" },
      ]
      .compactMap(\.self)
      if chosen.count > 1 {
        throw ValidationError(CommandText.notTogether(chosen[0], chosen[1]))
      }
    }

    func run(in context: RepositoryContext) throws {
      let news = try context.read { try $0.announcedNews() } ?? []
      if let open {
        return try Open.page(of: try News.watch(open, news.map(\.news), context).name, context)
      }
      if let quiet {
        return try Quiet.set(true, [try News.watch(quiet, news.map(\.news), context)], context)
      }
      if output.json { return try printOutput("\(JSON.announced(news, context))") }
      guard !news.isEmpty else {
        return try printOutput(
          text("Nothing was announced yet. What changed since you last looked: haru repo show"))
      }
      try printOutput(
        numberedTable(
          news.map { news, at in
            (text: context.when.at(at), more: StyledLine(NewsText.sentence(news)))
          }))
    }

    /// The watch that a piece of news is about, by its number in the list, or by its name.
    @MainActor
    private static func watch(
      _ word: String, _ news: [WatchNews], _ context: RepositoryContext
    ) throws(Failure) -> Watch {
      let watches = try Watches(context)
      guard let number = Int(word) else { return try watches.named(word) }
      guard news.indices.contains(number - 1) else {
        throw Failure(
          .noInput,
          text(
            "no such number: {number}; haru repo news lists {count}",
            ["number": String(number), "count": String(news.count)]))
      }
      return try watches.named(news[number - 1].name.description)
    }
  }
}

extension JSON {
  /// News that were announced.
  @MainActor
  fileprivate static func announced(
    _ news: [(news: WatchNews, at: Instant)], _ context: RepositoryContext
  ) -> JSON {
    let announced = news.map { news, at in
      JSON.object([
        "name": .string(news.name.description), "at": .string(news.at.rfc3339(in: context.zone)),
        "announced_at": .string(at.rfc3339(in: context.zone)), "kind": .string(news.news.kind),
        "detail": .string(news.news.detail), "message": .string(NewsText.sentence(news)),
        "url": .string(context.ownSettings.site.page(of: news.name)),
      ])
    }
    return .object(["news": .array(announced)])
  }
}
