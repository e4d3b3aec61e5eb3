/// A sentence in English that stands beside what it is about; `HaruText` translates it.
public struct Sentence: Hashable, Sendable {
  /// The sentence, a literal, which `Scripts/extract-messages` collects.
  public let english: String

  /// Takes a literal, which a function `text` of its file hands over.
  public init(_ english: String) {
    self.english = english
  }
}

/// Marks a literal as a sentence for people.
func text(_ english: String) -> Sentence { Sentence(english) }
