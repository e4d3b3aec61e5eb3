internal import HaruCore
internal import HaruLog
public import HaruStore

/// Whose days a folder holds, before anything is exchanged with it (docs/sync.md#the-folder).
public struct FolderHistory: Sendable {
  /// How many days are studied there.
  public let days: Int
  /// The machines that said so, by name.
  public let machines: [String]
  /// Whether days of the store and of the folder are of two histories, which share nothing.
  public let isForeign: Bool

  /// Reads a folder beside a store.
  ///
  /// - Throws: `SyncError` if the folder cannot be read, `StoreError` if the store cannot.
  public init(of path: String, beside store: Store) throws {
    let folder = SyncFolder(path)
    let known = try store.namesOfMarks()
    var marks: Set<LogEntry> = []
    for file in try folder.files().items {
      guard case .success(let bytes) = folder.read(file) else { continue }
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        if case .entry(let entry) = ParsedEntry(Array(line)), entry.register.kind == .study {
          marks.insert(entry)
        }
      }
    }
    days = Dictionary(grouping: marks, by: \.register).values
      .count { RegisterValue(of: $0).said != nil }
    machines = Set(marks.compactMap(\.machine)).sorted()
    let names = Set(marks.map(\.name))
    isForeign = try days > 0 && store.firstMarkedDay() != nil && known.isDisjoint(with: names)
  }
}
