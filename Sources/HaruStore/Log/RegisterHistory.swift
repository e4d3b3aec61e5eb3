internal import HaruCore
internal import HaruLog

/// The entries of one register, and which of them came after which, as an undo needs them.
struct RegisterHistory {
  /// The register.
  let register: Register
  /// What stands there.
  private(set) var value = RegisterValue()
  private var entries: [EntryName: (entry: LogEntry, isOwn: Bool)] = [:]
  /// Of each entry those that replace it.
  private var later: [EntryName: [EntryName]] = [:]

  init(of register: Register) {
    self.register = register
  }

  mutating func add(_ entry: LogEntry, isOwn: Bool) {
    value.add(entry)
    entries[entry.name] = (entry, isOwn)
    for name in entry.replaces { later[name, default: []].append(entry.name) }
  }

  /// What stands because of an entry: itself, or what has taken its place since; `nil` if another machine has
  /// changed it.
  func standing(becauseOf entry: LogEntry) -> [LogEntry]? {
    var found: Set<EntryName> = [entry.name]
    var waiting = [entry.name]
    while let name = waiting.popLast() {
      for next in later[name, default: []] where found.insert(next).inserted {
        guard entries[next]?.isOwn == true else { return nil }
        waiting.append(next)
      }
    }
    return found.compactMap { entries[$0]?.entry }.filter(value.isStanding)
  }

  /// What stood before an entry.
  func value(before entry: LogEntry) -> RegisterValue {
    RegisterValue(of: entry.replaces.compactMap { entries[$0]?.entry })
  }
}

extension Store {
  /// The entries of a register, and which of them this machine has made.
  func history(of register: Register) throws(StoreError) -> RegisterHistory {
    var history = RegisterHistory(of: register)
    let rows = try database.rows(
      "SELECT * FROM entry WHERE kind = ? AND key = ? ORDER BY id",
      [.text(register.kind.rawValue), .text(register.key)]
    ) { (row) throws(StoreError) in (entry: try logEntry(row), isOwn: try row.id("batch") != nil) }
    for (entry, isOwn) in rows { history.add(entry, isOwn: isOwn) }
    return history
  }
}
