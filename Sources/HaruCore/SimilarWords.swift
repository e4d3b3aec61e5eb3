/// Words that the user may have meant.
public enum SimilarWords {
  /// How many letters of a word may differ.
  public static let slips = 2

  /// The word that is nearest to a mistyped one; `nil` if none is near.
  ///
  /// A beginning is near if only one word begins with it. A short word has to begin with the same
  /// letter.
  public static func nearest(to word: String, among words: [String]) -> String? {
    let typed = word.lowercased()
    guard typed.count > 1 else { return nil }
    let begun = words.filter { $0.lowercased().hasPrefix(typed) }
    if begun.count == 1 { return begun[0] }
    let measured = words.map { (word: $0, distance: distance(typed, $0)) }
    return measured.filter { $0.distance <= slips }
      .filter { typed.count > 4 || $0.word.lowercased().first == typed.first }
      .min { $0.distance < $1.distance }?.word
  }

  /// The Levenshtein distance, ignoring case; more than `slips` if the lengths differ more.
  public static func distance(_ a: String, _ b: String) -> Int {
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
