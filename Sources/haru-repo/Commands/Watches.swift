import ArgumentParser
import HaruCommand
import HaruCore
import HaruDesktop
import HaruGitHub
import HaruText

/// The watches that a command works on, found by their names.
@MainActor
struct Watches {
  /// In the user's order.
  let all: [Watch]
  /// By every name that is understood.
  private let byName: [RepositoryName: Watch]
  private let site: GitHubSite

  init(_ context: RepositoryContext) throws(Failure) {
    let found = try context.read { (try $0.watches(), try $0.watchesByName()) }
    (all, byName) = found ?? ([], [:])
    site = context.ownSettings.site
  }

  /// The watches with these names, each once, in this order; all watches if no name is given.
  func named(_ words: [String]) throws(Failure) -> [Watch] {
    guard !words.isEmpty else { return all }
    var met: Set<RepositoryName> = []
    return try words.map { (word) throws(Failure) in try named(word) }
      .filter { met.insert($0.name).inserted }
  }

  /// The watch with a name.
  func named(_ word: String) throws(Failure) -> Watch {
    let name: RepositoryName
    do throws(RepositoryNameError) {
      name = try RepositoryName(written: word, on: site)
    } catch {
      // For the name without its owner, suggest the full one.
      let namesakes = namesakes(of: word)
      guard namesakes.isEmpty else {
        throw Failure(.noInput, WatchText.notWatched(word, near: namesakes))
      }
      throw Failure(.usage, WatchText.line(error))
    }
    guard let watch = byName[name] else {
      throw Failure(.noInput, WatchText.notWatched(name.description, near: names(near: name)))
    }
    return watch
  }

  /// The present name of each repository, and its position in the list, from 1; 0 if it is not watched.
  func places(of names: [RepositoryName]) -> [(name: RepositoryName, position: Int)] {
    let positions = Dictionary(zip(all.map(\.name), 1...)) { first, _ in first }
    return names.map { byName[$0]?.name ?? $0 }.map { ($0, positions[$0] ?? 0) }
  }

  // MARK: What the user may have meant

  /// How many are suggested.
  private static let mostSuggested = 3

  /// The repositories with this name, of any owner.
  private func namesakes(of word: String) -> [RepositoryName] {
    let found = all.map(\.name).filter { $0.name.lowercased() == word.lowercased() }
    return Array(found.prefix(Watches.mostSuggested))
  }

  /// The repositories with the same name and another owner, and those that differ little; the nearest first.
  private func names(near wanted: RepositoryName) -> [RepositoryName] {
    let measured = all.map(\.name).map { name in
      let isNamesake = name.name.lowercased() == wanted.name.lowercased()
      return (name, isNamesake ? 0 : SimilarWords.distance("\(wanted)", "\(name)"))
    }
    return measured.filter { $0.1 <= SimilarWords.slips }.sorted { $0.1 < $1.1 }
      .prefix(Watches.mostSuggested).map(\.0)
  }
}
