import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub
import HaruText

/// What `haru card repository` becomes.
struct RepositoryCardCommand: RepositoryCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "card", shouldDisplay: false)
  }

  @OptionGroup
  var choice: CardChoice

  @Option(parsing: .unconditional)
  var at: String?

  @OptionGroup
  var look: CardLook

  func run(in context: RepositoryContext) throws {
    guard at == nil else {
      throw Failure(.usage, text("a repository has no card of another day; leave out --at"))
    }
    let size = try choice.size(of: .repository)
    let picture = try RepositoryPicture(of: choice.names, asPair: choice.pair)
    let subject = look.sample ? try picture.sample() : try picture.subject(size: size, context)
    try choice.draw(.repository, size: size, subject, style: look.style(context.settings))
  }
}
