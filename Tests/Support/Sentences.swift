import Foundation

/// The sentences in the sources that no catalogue has: they are for logs, other programs and the developers' own server.
package enum Sentences {
  /// Lists those of some sources.
  ///
  /// - Parameter isWanted: Tells by its path below `Sources` whether a source is wanted.
  /// - Returns: The sentences below the path of each source that has any.
  /// - Throws: If a source cannot be read.
  package static func list(where isWanted: (String) -> Bool) throws -> String {
    var list = ""
    for file in try SourceTree.files(in: "Sources") where file.hasSuffix(".swift") && isWanted(file)
    {
      let sentences = sentences(in: try SourceTree.read("Sources/" + file))
      guard !sentences.isEmpty else { continue }
      list += "\n## \(file)\n\n" + sentences.joined(separator: "\n") + "\n"
    }
    return list
  }

  /// The literals of a source with two words or more that are not translated, without SQL and what assertions say,
  /// which no released program has.
  private static func sentences(in source: String) -> [String] {
    let code = source.replacing(#/"""(?s:.*?)"""/#, with: "\"\"")
      .replacing(
        #/[^.\w]text\(\s*"(?:[^"\\]|\\.)*"(?:,\s*(?:as:\s*)?"(?:[^"\\]|\\.)*")?/#, with: ""
      )
      .replacing(#/\bassert\((?s:.*?)"(?:[^"\\]|\\.)*"\)\n/#, with: "\n")
      .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    return code.flatMap { line in
      line.matches(of: #/"((?:[^"\\]|\\.)*)"/#).map { String($0.output.1) }
    }.filter { $0.contains(#/[A-Za-z]{2,} [a-z]{2,}/#) && !$0.contains(#/[A-Z]{4,} /#) }
  }
}
