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

  /// The messages, without the header.
  public let messages: [Message]

  /// Reads a file.
  ///
  /// - Parameter path: Its path below the root of the source tree.
  /// - Throws: If it cannot be read.
  public init(_ path: String) throws {
    messages = try SourceTree.read(path).split(separator: "\n\n").map(POFile.message)
      .filter { !$0.id.isEmpty }
  }

  private static func message(_ block: Substring) -> Message {
    var (field, isFuzzy) = ("", false)
    var texts: [String: String] = [:]
    for line in block.split(separator: "\n") {
      guard !line.hasPrefix("#") else {
        if line.hasPrefix("#,"), line.contains("fuzzy") { isFuzzy = true }
        continue
      }
      let parts = line.split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      if !parts[0].isEmpty { field = String(parts[0].dropLast()) }
      texts[field, default: ""] += unescaped(parts[1].dropLast())
    }
    let translations = texts.filter { $0.key.hasPrefix("msgstr") }.sorted { $0.key < $1.key }
    return Message(
      context: texts["msgctxt"], id: texts["msgid"] ?? "", plural: texts["msgid_plural"],
      translations: translations.map(\.value), isFuzzy: isFuzzy)
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    return String(text).replacing("\\\"", with: "\"").replacing("\\n", with: "\n")
      .replacing("\\\\", with: "\\")
  }
}
