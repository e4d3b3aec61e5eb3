import ArgumentParser
import HaruCommand
import HaruCore
import HaruGitHub

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
    guard at == nil else { throw Failure(.usage, PictureText.isOfToday) }
    let size = try choice.size(of: .repository)
    let picture = try RepositoryPicture(of: choice.names, asPair: choice.pair)
    let subject = look.sample ? try picture.sample() : try picture.subject(size: size, context)
    try choice.draw(.repository, size: size, subject, style: look.style(context.settings))
  }
}
