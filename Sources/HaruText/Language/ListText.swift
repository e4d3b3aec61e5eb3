/// Words one after the other in a sentence.
enum ListText {
  /// The words, as many as a line can name.
  static func words(_ words: [String], atMost limit: Int = .max) -> String {
    // Translators: between the words of a list.
    let list = words.prefix(limit).joined(separator: text(", "))
    return words.count > limit ? text("{words}, …", ["words": list]) : list
  }
}
