internal import FoundationEssentials
internal import HaruCore

/// Our own export, which brings everything back.
///
/// Into an empty store it goes whole. Where days are known already, its marks, rest days and notes
/// are added to them; its journal is that of another store, and stays in the file.
enum HaruJSON: ImportFormat {
  static let name = "haru"

  /// A damaged one is still one, so that it can be said to be damaged.
  static func recognizes(_ source: Source) -> Bool {
    guard let text = source.text, text.bytes.first == UInt8(ascii: "{") else { return false }
    let beginning = text.bytes.prefix(1000).filter { $0 > UInt8(ascii: " ") }
    let mark = Array("\"format\":\"\(StoreJSON.formatName)\"".utf8)
    return beginning.indices.contains { beginning[$0...].starts(with: mark) }
  }

  static func read(_ source: Source, _ options: ImportOptions) throws(ImportError) -> Import.Found {
    try options.refuseHabit()
    guard let text = source.text else { throw .otherFormat }
    guard let header: Header = decoded(text) else { throw .damaged }
    guard header.version <= StoreJSON.currentVersion || options.force else {
      throw .newer(header.version)
    }
    let document: StoreJSON? = decoded(text)
    guard let contents = document?.contents, contents.restRules.count <= mostRules else {
      throw .damaged
    }
    return found(contents, today: options.today)
  }

  /// More changes of the free weekdays than anybody makes; each rule may stand for all days.
  private static let mostRules = 1000

  private struct Header: Decodable {
    let format: String
    let version: Int
  }

  private static func decoded<Document: Decodable>(_ text: Text) -> Document? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Document.self, from: Data(text.bytes))
  }

  /// What it says of days, for a store that has some of its own.
  private static func found(_ contents: Contents, today: Day) -> Import.Found {
    var gathering = Gathering(today: today)
    for (index, mark) in contents.marks.enumerated() {
      gathering.add(.studied, of: mark.day, at: .row(Int64(index + 1)))
    }
    let days = gathering.found("Haru", sourceID: name)
    return Import.Found(
      origin: days.origin, sourceID: days.sourceID, studied: days.studied,
      // Another store's rules are not ours from now on; but what was free stays free.
      rest: contents.restDays(upTo: today), notes: contents.notes, duplicates: days.duplicates,
      skipped: days.skipped, contents: contents)
  }
}
