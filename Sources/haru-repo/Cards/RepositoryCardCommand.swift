import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruText

/// What `haru card repository` becomes: it draws the watches that were named, or the first of the list.
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

  private static var pairIsTwo: String { text("--pair needs the names of two repositories") }

  func run(in context: RepositoryContext) throws {
    guard at == nil else {
      throw Failure(.usage, text("a repository has no card of another day; leave out --at"))
    }
    let size = try choice.size(of: .repository)
    guard choice.pair ? [0, 2].contains(choice.names.count) : choice.names.count <= 1 else {
      throw Failure(
        .usage,
        choice.pair ? Self.pairIsTwo : text("name one repository, or two with --pair"))
    }
    let subject = look.sample ? try sample() : try watched(size: size, context)
    try choice.draw(.repository, size: size, subject, style: look.style(context.settings))
  }

  /// An example, without the store and the network: docs/cards.md#drawing.
  private func sample() throws(Failure) -> Card.Subject {
    guard choice.names.isEmpty else {
      throw Failure(.usage, text("--sample draws an example; leave out NAME"))
    }
    let (first, second) = RepositoryEntry.samples
    return choice.pair ? .pair(first, second) : .repository(first)
  }

  /// The watches as they are today.
  @MainActor
  private func watched(
    size: Card.Size, _ context: RepositoryContext
  ) throws(Failure) -> Card.Subject {
    if choice.pair, choice.names.isEmpty { throw Failure(.usage, Self.pairIsTwo) }
    let all = try Watches(context)
    let watches: [Watch] =
      choice.names.isEmpty
      ? Array(all.all.prefix(1))
      : try choice.names.map { (name) throws(Failure) in try all.named(name) }
    let hasPeople = size == .large && !choice.pair
    if hasPeople { context.wantContributors(of: watches) }
    let avatars = watches.flatMap { $0.avatars(withContributors: hasPeople) }
    Avatars.load(avatars, context)
    Avatars.prune(for: all.all, showing: avatars, at: context.now)
    let entries = watches.map {
      RepositoryEntry(
        of: $0, on: context.today, boundary: context.provider.boundary,
        quietAfterDays: context.ownSettings.quietAfterDays, file: Avatars.file(of:))
    }
    guard let first = entries.first else { return .noRepository }
    return entries.count == 2 ? .pair(first, entries[1]) : .repository(first)
  }
}

extension RepositoryContext {
  /// Makes the next reload ask for contributors.
  ///
  /// Drawing does not wait for a lock: the next card tries again.
  fileprivate func wantContributors(of watches: [Watch]) {
    let unasked = watches.filter { !$0.wantsContributors(at: now) }
    guard !unasked.isEmpty else { return }
    _ = try? read(making: true) { try $0.wantContributors(of: unasked, at: now) }
  }
}

extension Watch {
  /// The addresses of the avatars that a card shows.
  func avatars(withContributors hasPeople: Bool) -> [String] {
    var addresses = [snapshot?.avatar]
    if hasPeople, case .known(let people) = snapshot?.contributors {
      addresses += people.map(\.avatar)
    }
    return addresses.compactMap(\.self)
  }
}
