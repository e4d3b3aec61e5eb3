/// Texts that a person has read and approved in English, and whose translations are proved to be whole.
public protocol GoldenSheet: CaseIterable, RawRepresentable where RawValue == String {
  /// The folder of the golden files, with one for each language.
  static var folder: String { get }
  /// The text, in the language of this process.
  var text: String { get }
}

extension GoldenSheet {
  private var english: String { "\(Self.folder)/en/\(rawValue).txt" }

  /// In what the texts of a process in English differ from those that were approved.
  public static func differences() throws -> [String] {
    try allCases.flatMap { try GoldenFile($0.english).differences(from: $0.text) }
  }

  /// What is wrong with the texts of a process in another language.
  public static func faults(in language: TestLanguage) throws -> [String] {
    let check = try TranslationCheck(of: language)
    return try allCases.flatMap { sheet in
      check.faults(in: sheet.text, english: try SourceTree.read(sheet.english))
        .map { "\(sheet): \($0)" }
    }
  }
}
