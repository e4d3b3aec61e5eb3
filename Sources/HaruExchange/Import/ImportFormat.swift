public import HaruCore

/// What the user asks of an import.
public struct Wish: Sendable {
  /// The zone whose midnights instants are taken for.
  public let zone: Zone
  /// Whether the user named that zone; else it is the one of here.
  public let isZoneNamed: Bool
  /// The name of the habit, where there are several.
  public let habit: String?
  /// Whether a guess is better than nothing.
  public let force: Bool
  /// The day it is.
  public let today: Day

  /// Makes a wish.
  public init(
    zone: Zone, isZoneNamed: Bool = false, habit: String? = nil, force: Bool = false, today: Day
  ) {
    (self.zone, self.isZoneNamed, self.habit) = (zone, isZoneNamed, habit)
    (self.force, self.today) = (force, today)
  }
}

/// A format that can be imported.
///
/// For another one, write a type that conforms, and add it to `ImportFormats.all`.
protocol ImportFormat: Sendable {
  /// What the option `--format` calls it.
  static var name: String { get }

  /// Whether a source is in this format, by its content, at a glance; whether all of it is sound
  /// is seen when it is read.
  static func recognizes(_ source: Source) -> Bool

  /// What a source in this format says of days.
  static func read(_ source: Source, _ wish: Wish) throws(ImportError) -> Import.Found
}

/// All formats there are.
public enum ImportFormats {
  /// In the order in which they are tried: what is told by less comes later.
  static let all: [any ImportFormat.Type] = [
    HaruJSON.self, SwiftCal.self, LoopDatabase.self, LoopCSV.self, HabitBull.self, Harsh.self,
    PlainCSV.self,
  ]

  /// Their names.
  public static var names: [String] { all.map { $0.name } }

  /// Reads a file or folder in one of the formats.
  ///
  /// - Parameters:
  ///   - path: The file or folder.
  ///   - format: The name of its format; `nil` to find out.
  ///   - wish: What the user asks for.
  /// - Returns: What it says of days.
  /// - Throws: `ImportError`; nothing is ever half read.
  public static func read(
    _ path: String, format: String? = nil, _ wish: Wish
  ) throws(ImportError) -> Import.Found {
    try read(Source(path: path), format: format, wish)
  }

  /// Reads a source that is open.
  package static func read(
    _ source: Source, format: String? = nil, _ wish: Wish
  ) throws(ImportError) -> Import.Found {
    let candidates = all.filter { format == nil || $0.name == format }
    guard let found = candidates.first(where: { $0.recognizes(source) }) else {
      throw format == nil ? .unknownFormat : .otherFormat
    }
    return try found.read(source, wish)
  }

  /// Whether a source is taken for one in a format, by its content.
  package static func recognizes(_ source: Source, as format: String) -> Bool {
    all.first { $0.recognizes(source) }?.name == format
  }
}
