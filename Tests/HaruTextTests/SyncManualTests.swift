import Support
import Testing

/// haru-sync(7) explains what `haru sync status` and `haru sync check` say.
@Suite struct SyncManualTests {
  /// The values in the sentences of the manual, and what the sources have in their place.
  private static let values = [
    ("Log/2026-11-6a5897fd9efe59ee325486cd5fcd31a1.jsonl", "{name}"), ("desk-1a2b3c4d", "{name}"),
    ("~/Haru", "{path}"), ("7f3a-91c2", "{word}"), ("REASON", "{reason}"), ("2 ", "{count} "),
    ("line 3", "line {line}"),
  ]

  @Test func theManualHasTheSentencesOfHaru() throws {
    let explained = try SourceTree.read("share/man/haru-sync.7").split(separator: "\n")
      .filter { $0.hasPrefix(".It Li \"") }
      .map { line in
        let sentence = SyncManualTests.values.reduce(String(line.dropFirst(8).dropLast())) {
          $0.replacing($1.0, with: $1.1)
        }
        // Why a file is left out is a message of its own.
        return sentence.firstRange(of: ": left out, ").map { String(sentence[$0.upperBound...]) }
          ?? sentence
      }
    let said = Set(try POFile("share/locale/haru.pot").messages.map { $0.plural ?? $0.id })
    #expect(said.contains("{name}: left out, {reason}"))
    #expect(Set(explained).subtracting(said) == [])
    #expect(said.filter { $0.hasPrefix("because ") }.subtracting(explained) == [])
  }
}
