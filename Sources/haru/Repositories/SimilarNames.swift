import HaruCore

/// Repositories that the user may have meant.
struct SimilarNames {
  private let names: [RepositoryName]

  init(of names: [RepositoryName]) {
    self.names = names
  }

  /// How many are suggested.
  private static let limit = 3

  /// The repositories with this name, of any owner.
  func called(_ word: String) -> [RepositoryName] {
    Array(names.filter { $0.name.lowercased() == word.lowercased() }.prefix(SimilarNames.limit))
  }

  /// The repositories with the same name and another owner, and those that differ little; the nearest first.
  func near(_ wanted: RepositoryName) -> [RepositoryName] {
    let measured = names.map { name in
      let isNamesake = name.name.lowercased() == wanted.name.lowercased()
      return (name, isNamesake ? 0 : SimilarWords.distance("\(wanted)", "\(name)"))
    }
    return measured.filter { $0.1 <= SimilarWords.slips }.sorted { $0.1 < $1.1 }
      .prefix(SimilarNames.limit).map(\.0)
  }
}
