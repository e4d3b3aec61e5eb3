import HaruCore

/// Names that somebody may have meant who wrote another.
struct NearNames {
  private let names: [RepositoryName]

  init(of names: [RepositoryName]) {
    self.names = names
  }

  /// How many are worth reading.
  private static let limit = 3
  /// How many letters may be wrong.
  private static let slips = 2

  /// Those with a name behind the owner's.
  func called(_ word: String) -> [RepositoryName] {
    Array(names.filter { $0.name.lowercased() == word.lowercased() }.prefix(NearNames.limit))
  }

  /// Those called the same, whoever owns them, and those a slip away; the nearest first.
  func near(_ wanted: RepositoryName) -> [RepositoryName] {
    let measured = names.map { name in
      let isNamesake = name.name.lowercased() == wanted.name.lowercased()
      return (name, isNamesake ? 0 : NearNames.distance("\(wanted)", "\(name)"))
    }
    return measured.filter { $0.1 <= NearNames.slips }.sorted { $0.1 < $1.1 }
      .prefix(NearNames.limit).map(\.0)
  }

  /// How many letters have to be put in, taken away or changed (Levenshtein), in capitals or not.
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
