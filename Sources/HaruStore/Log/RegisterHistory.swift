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
    let after = all(after: entry)
    guard after.allSatisfy(\.isOwn) else { return nil }
    return ([entry] + after.map(\.entry)).filter(value.isStanding)
  }

  /// What replaces an entry, what replaces that, and so on; what is nearer comes first.
  private func all(after entry: LogEntry) -> [(entry: LogEntry, isOwn: Bool)] {
    var found: Set<EntryName> = [entry.name]
    var names = [entry.name]
    var place = 0
    while place < names.count {
      names += later[names[place], default: []].filter { found.insert($0).inserted }
      place += 1
    }
    return names.dropFirst().compactMap { entries[$0] }
  }

  /// What would stand if an entry, and what has taken its place since, had never been made.
  func value(without entry: LogEntry) -> RegisterValue {
    let names = Set(all(after: entry).map(\.entry.name) + [entry.name])
    return RegisterValue(of: entries.values.map(\.entry).filter { !names.contains($0.name) })
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
    for (entry, isOwn) in try rows(of: register, LogEntry.withOwner) {
      history.add(entry, isOwn: isOwn)
    }
    return history
  }
}
