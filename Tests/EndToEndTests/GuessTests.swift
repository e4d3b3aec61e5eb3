import Foundation
import HaruCore
import Support
import Testing

/// The first words that come to mind: what people type who have not read the help, and what it answers.
struct GuessTests {
  /// Each guess, what is meant by it, and the first line of the answer, after a week of study.
  @Test func firstGuessesAreUnderstoodOrAnswered() throws {
    let guesses = try SourceTree.read("Tests/EndToEndTests/Fixtures/guesses.tsv")
    var table = ""
    for line in guesses.split(separator: "\n") {
      let parts = line.split(separator: "\t").map(String.init)
      let session = Transcript()
      try session.type("haru", "mark", "-7..-2")
      try session.type("haru", "note", "-2", "integrals")
      let run = try session.type(toShell: parts[0])
      let first =
        session.withoutPaths(run.output + run.errors).split(separator: "\n").first.map(String.init)
        ?? ""
      table +=
        "\(parts[0]) · \(parts[1])\n    \(first)\(run.status == 0 ? "" : " [\(run.status)]")\n"
    }
    #expect(
      try GoldenFile("Tests/EndToEndTests/Golden/en/guesses.txt").differences(from: table) == [])
  }
}
