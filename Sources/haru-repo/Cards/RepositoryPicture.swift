import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruText

/// What `haru card repository` draws: the watches that were named, or the first of the list.
@MainActor
struct RepositoryPicture {
  let names: [String]
  /// Whether one card shows two.
  let isPair: Bool

  private static var pairIsTwo: String { text("--pair needs the names of two repositories") }

  init(of names: [String], asPair isPair: Bool) throws(Failure) {
    guard isPair ? [0, 2].contains(names.count) : names.count <= 1 else {
      throw Failure(
        .usage,
        isPair ? RepositoryPicture.pairIsTwo : text("name one repository, or two with --pair"))
    }
    (self.names, self.isPair) = (names, isPair)
  }

  /// An example, without the store and the network: docs/cards.md#drawing.
  func sample() throws(Failure) -> Card.Subject {
    guard names.isEmpty else {
      throw Failure(.usage, text("--sample draws an example; leave out NAME"))
    }
    let (first, second) = RepositoryEntry.samples
    return isPair ? .pair(first, second) : .repository(first)
  }

  /// The watches as they are today.
  func subject(size: Card.Size, _ context: RepositoryContext) throws(Failure) -> Card.Subject {
    if isPair, names.isEmpty { throw Failure(.usage, RepositoryPicture.pairIsTwo) }
    let all = try Watches(context)
    let watches = try chosen(of: all)
    let hasPeople = size == .large && !isPair
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

  private func chosen(of watches: Watches) throws(Failure) -> [Watch] {
    guard !names.isEmpty else { return Array(watches.all.prefix(1)) }
    return try names.map { (name) throws(Failure) in try watches.named(name) }
  }
}

extension RepositoryContext {
  /// Makes the next reload ask for contributors.
  ///
  /// Drawing does not wait for a lock: the next card tries again.
  fileprivate func wantContributors(of watches: [Watch]) {
    let unasked = watches.filter { !$0.wantsContributors(at: now) }
    guard !unasked.isEmpty else { return }
    _ = try? read { try $0.wantContributors(of: unasked, at: now) }
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
