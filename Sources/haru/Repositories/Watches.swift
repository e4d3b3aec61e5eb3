import ArgumentParser
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

/// The watches as a command finds them, and the names by which it is told of them.
@MainActor
struct Watches {
  /// In the user's order.
  let all: [Watch]
  private let site: GitHubSite

  init(_ session: Session) throws(Failure) {
    all = try session.read { (store) throws(StoreError) in try store.watches() } ?? []
    site = session.settings.site
  }

  /// The watches that some words name, each once, in the order of the words; all if there are none.
  func named(_ words: [String]) throws(Failure) -> [Watch] {
    guard !words.isEmpty else { return all }
    var named: [Watch] = []
    for word in words {
      let watch = try self.named(word)
      if !named.contains(where: { $0.id == watch.id }) { named.append(watch) }
    }
    return named
  }

  /// The watch that a word names.
  func named(_ word: String) throws(Failure) -> Watch {
    let near = NearNames(of: all.map(\.name))
    let name: RepositoryName
    do throws(RepositoryNameError) {
      name = try RepositoryName(written: word, on: site)
    } catch {
      // Half of a name says enough to be told the other half.
      let namesakes = near.called(word)
      guard namesakes.isEmpty else {
        throw Failure(.noInput, WatchText.notWatched(word, near: namesakes))
      }
      throw Failure(.usage, WatchText.line(error))
    }
    guard let watch = all.first(where: { $0.name == name }) else {
      throw Failure(
        .noInput, WatchText.notWatched(name.description, near: near.near(name)))
    }
    return watch
  }

  /// Where a repository stands in the list, counted from 1; `nil` if it is not watched.
  func position(of name: RepositoryName) -> Int? {
    all.firstIndex { $0.name == name }.map { $0 + 1 }
  }
}

extension CompletionKind {
  /// For a shell that completes a word: the watched repositories that the other words do not name.
  ///
  /// Nothing is said of what goes wrong, because it would stand in the middle of what is typed.
  static var watch: CompletionKind {
    .custom { words, index, _ in
      MainActor.assumeIsolated {
        let others = words.indices.filter { $0 != index }.map { words[$0].lowercased() }
        let names = (try? Watches(Session()).all.map(\.name.description)) ?? []
        return names.filter { !others.contains($0.lowercased()) }
      }
    }
  }
}
