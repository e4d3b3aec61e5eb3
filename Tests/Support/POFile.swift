internal import Foundation

/// A message catalogue of gettext, or its template.
public struct POFile: Sendable {
  /// A message and its translations.
  public struct Message: Hashable, Sendable {
    /// What tells its use from another of the same text; `nil` for most.
    public let context: String?
    /// The English text; of a message that counts, the form for one.
    public let id: String
    /// The English form for many; `nil` if the message does not count.
    public let plural: String?
    /// The translation, or one for each plural form of the language, in the order of the forms.
    public let translations: [String]
    /// Whether a person still has to check it.
    public let isFuzzy: Bool
  }

  /// The fields of the header.
  public let header: [String: String]
  /// The messages, without the header.
  public let messages: [Message]

  /// Reads a file.
  ///
  /// - Parameter path: Its path below the root of the source tree.
  /// - Throws: If it cannot be read.
  public init(_ path: String) throws {
    let all = try SourceTree.read(path).split(separator: "\n\n").map(POFile.message)
    messages = all.filter { !$0.id.isEmpty }
    let lines = all.first { $0.id.isEmpty }?.translations.first?.split(separator: "\n") ?? []
    let fields = lines.map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    header = Dictionary(fields.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
  }

  private static func message(_ block: Substring) -> Message {
    var field = ""
    var texts: [String: String] = [:]
    for line in block.split(separator: "\n") {
      guard !line.hasPrefix("#"), let quote = line.firstIndex(of: "\"") else { continue }
      let key = line[..<quote].filter { $0 != " " }
      if !key.isEmpty { field = key }
      texts[field, default: ""] += unescaped(line[quote...].dropFirst().dropLast())
    }
    let translations = texts.filter { $0.key.hasPrefix("msgstr") }.sorted { $0.key < $1.key }
    return Message(
      context: texts["msgctxt"], id: texts["msgid"] ?? "", plural: texts["msgid_plural"],
      translations: translations.map(\.value),
      isFuzzy: block.split(separator: "\n").contains { $0.hasPrefix("#,") && $0.contains("fuzzy") })
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
      .replacing("\\\\", with: "\\")
  }
}
