public import HaruCore

/// What a source says of the days that it has marked (docs/sources.md).
///
/// The log keeps it as an import whose days these are, because version 0.4 knows such entries and carries them.
public struct SourceReason: Hashable, Sendable {
  /// The name of the source.
  public let source: String
  /// Its words, such as `43 reviews`; they may be empty.
  public let words: String

  /// Takes words of a source; those that no register can hold are left out.
  public init(_ source: String, _ words: String) {
    self.source = source
    self.words = StoredBounds.holds(Self.key(source, words)) ? words : ""
  }

  /// Reads the register of an import; `nil` for one that no source has made.
  init?(_ register: Register) {
    let parts = register.key.split(
      separator: "#", maxSplits: 2, omittingEmptySubsequences: false)
    guard register.kind == .import, parts.count == 3, parts[0] == "source" else { return nil }
    (source, words) = (String(parts[1]), String(parts[2]))
  }

  /// The register that tells its days.
  public var register: Register? { Register(.import, Self.key(source, words)) }

  /// The keys of all sources, or of one, from the first to the one behind the last.
  public static func keys(of source: String? = nil) -> Range<String> {
    let beginning = "source#" + (source.map { $0 + "#" } ?? "")
    return beginning..<beginning.dropLast() + "$"
  }

  private static func key(_ source: String, _ words: String) -> String {
    "source#\(source)#\(words)"
  }
}

extension [LogEntry] {
  /// What sources have said of the days in entries of a batch.
  public var reasons: [Day: SourceReason] {
    reduce(into: [:]) { reasons, entry in
      guard let reason = SourceReason(entry.register) else { return }
      for day in entry.value.flatMap(ImportedDays.days) ?? [] { reasons[day] = reason }
    }
  }
}
