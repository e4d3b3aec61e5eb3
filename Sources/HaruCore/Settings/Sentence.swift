/// A sentence in English that stands beside what it is about; `HaruText` translates it.
public struct Sentence: Sendable {
  /// The sentence, a literal, which `Scripts/extract-messages` collects.
  public let english: String
}

/// Marks a literal as a sentence for people.
func text(_ english: String) -> Sentence { Sentence(english: english) }
