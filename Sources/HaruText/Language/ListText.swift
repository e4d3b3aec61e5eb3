/// Words one after the other in a sentence.
public enum ListText {
  /// Joins words as the language does.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - limit: How many are named; `…` stands for the others.
  /// - Returns: One text.
  public static func words(_ words: [String], atMost limit: Int = .max) -> String {
    // Translators: between the words of a list.
    let list = words.prefix(limit).joined(separator: text(", "))
    return words.count > limit ? text("{words}, …", ["words": list]) : list
  }
}
