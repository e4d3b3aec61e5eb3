import HaruCore

/// Names that the user may have meant.
struct NearNames {
  private let names: [RepositoryName]

  init(of names: [RepositoryName]) {
    self.names = names
  }

  /// How many are suggested.
  private static let limit = 3
  /// How many letters may differ.
  private static let slips = 2

  /// Those with this name, of any owner.
  func called(_ word: String) -> [RepositoryName] {
    Array(names.filter { $0.name.lowercased() == word.lowercased() }.prefix(NearNames.limit))
  }

  /// Those with the same name and another owner, and those that differ little; the nearest first.
  func near(_ wanted: RepositoryName) -> [RepositoryName] {
    let measured = names.map { name in
      let isNamesake = name.name.lowercased() == wanted.name.lowercased()
      return (name, isNamesake ? 0 : NearNames.distance("\(wanted)", "\(name)"))
    }
    return measured.filter { $0.1 <= NearNames.slips }.sorted { $0.1 < $1.1 }
      .prefix(NearNames.limit).map(\.0)
  }

  /// The Levenshtein distance, ignoring case.
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.lowercased().utf8), Array(b.lowercased().utf8))
    guard abs(a.count - b.count) <= slips else { return slips + 1 }
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let changed = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
