import HaruCore
import Support
import Testing

/// A card of repositories as `haru-draw` gets it.
@Suite struct RepositoryMessageTests {
  private static func card(_ subject: Card.Subject) throws -> Card {
    try #require(Card(.repository, size: .large, subject: subject, style: CardStyle()))
  }

  /// What `haru-draw` gets describes the whole card.
  @Test func aMessageDescribesTheWholeCard() throws {
    let (first, second) = RepositoryEntry.samples
    var facts = RepositoryEntry.Facts()
    (facts.stars, facts.takesIssues) = (12, false)
    func entry(_ facts: RepositoryEntry.Facts, _ people: Contributors) -> RepositoryEntry {
      RepositoryEntry(owner: "Apple", name: "swift", avatar: "a", facts: facts, people: people)
    }
    let known = entry(
      facts, .known([Contributor(login: "a=b", contributions: 3, avatar: "x=y")]))
    let (vague, empty) = (entry(.init(), .tooMany), entry(.init(), .known([])))
    let never = RepositoryEntry(owner: "a", name: "b", facts: nil)
    let subjects: [Card.Subject] = [
      .noRepository, .repository(first), .repository(known), .repository(vague),
      .repository(empty), .repository(never), .pair(first, second), .pair(known, never),
    ]
    for subject in subjects {
      let card = try RepositoryMessageTests.card(subject)
      #expect(try Card(line: card.line) == card)
      expectEveryMemberIsNeeded(by: card)
    }
  }

  @Test func wrongMembersAreRefused() throws {
    let card = try RepositoryMessageTests.card(.repository(RepositoryEntry.samples.first))
    let wrong: [(place: String, value: JSON)] = [
      ("subject.0.facts", .string("perhaps")), ("subject.0.facts.stars", .string("many")),
      ("subject.0.facts.stars", .integer(-1)), ("subject.0.facts.as_of", .string("2026-02-30")),
      ("subject.0.facts.quiet", .string("very")), ("subject.0.people", .string("all")),
      ("subject.0.people", .array(Array(repeating: .object([:]), count: 5))),
      ("subject.0.people.0.commits", .integer(-1)), ("subject", .object([:])),
      ("subject", .array(Array(repeating: .object([:]), count: 3))), ("size", .string("small")),
      ("kind", .string("monthly")),
    ]
    for (place, value) in wrong {
      let path = place.split(separator: ".").map(String.init)
      #expect(throws: MessageError.self, "\(place)") {
        try Card(json: card.json.with(value, at: path))
      }
    }
  }
}
