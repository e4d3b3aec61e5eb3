import Foundation
import Support
import Testing

/// What a person reads is in the catalogues.
@Suite struct SentenceTests {
  /// The sentences elsewhere are for logs, other programs and the developers' own server.
  ///
  /// Each is listed and was looked at. A new one fails here; if a person reads it, it is a `text("…")`.
  @Test func sentencesOutsideTheCatalogueAreForPrograms() throws {
    var list = ""
    for file in try SourceTree.files(in: "Sources") where file.hasSuffix(".swift") {
      if file.hasPrefix("HaruText/") { continue }
      let sentences = SentenceTests.sentences(in: try SourceTree.read("Sources/" + file))
      guard !sentences.isEmpty else { continue }
      list += "\n## \(file)\n\n" + sentences.joined(separator: "\n") + "\n"
    }
    let golden = GoldenFile("Tests/HaruTextTests/untranslated.txt")
    #expect(try golden.differences(from: list) == [])
  }

  /// The literals of a source with two words or more that are not translated, without SQL and what assertions say,
  /// which no released program has.
  private static func sentences(in source: String) -> [String] {
    let code = source.replacing(#/"""(?s:.*?)"""/#, with: "\"\"")
      .replacing(#/[^.\w]text\(\s*"(?:[^"\\]|\\.)*"/#, with: "")
      .replacing(#/\bassert\((?s:.*?)"(?:[^"\\]|\\.)*"\)\n/#, with: "\n")
      .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    return code.flatMap { line in
      line.matches(of: #/"((?:[^"\\]|\\.)*)"/#).map { String($0.output.1) }
    }.filter { $0.contains(#/[A-Za-z]{2,} [a-z]{2,}/#) && !$0.contains(#/[A-Z]{4,} /#) }
  }
}
