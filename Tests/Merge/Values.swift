import HaruLog

/// What stands in a register of a world.
struct Value {
  var standing: Entries = 0
  /// The one that counts.
  var winner: Entries = 0
  var isStudied = false
}

/// What the program makes of entries, each set worked out once.
final class Values {
  private let known: KnownEntries
  private var values: [UInt64: Value] = [:]
  private var fault: String?

  init(_ known: KnownEntries) {
    self.known = known
  }

  /// What stands in a register.
  func value(of set: Entries, in world: World) -> Value {
    guard set != 0 else { return Value() }
    var hash = Hash()
    set.forEach { hash.add(known.hash(world.entries[$0], 0)) }
    var numbered = Value()
    if let value = values[hash.value] {
      numbered = value
    } else {
      var numbers: [UInt32] = []
      set.forEach { numbers.append(world.entries[$0]) }
      numbered = worked(out: numbers.map { known.entry($0) })
      values[hash.value] = numbered
    }
    // The bits of the value number the entries of the set.
    var value = Value(standing: 0, isStudied: numbered.isStudied)
    var place = 0
    set.forEach {
      if numbered.standing & 1 << Entries(place) != 0 { value.standing |= 1 << Entries($0) }
      if numbered.winner & 1 << Entries(place) != 0 { value.winner |= 1 << Entries($0) }
      place += 1
    }
    return value
  }

  /// What was found to be wrong since this was asked last.
  func takeFault() -> String? {
    defer { fault = nil }
    return fault
  }

  private func worked(out entries: [LogEntry]) -> Value {
    let value = RegisterValue(of: entries)
    let standing = Set(value.standing)
    for order in Values.orders(of: entries) {
      let other = RegisterValue(of: order)
      if other.winner != value.winner || Set(other.standing) != standing {
        fault = "the order in which entries arrive decides what stands"
      }
    }
    var result = Value(standing: 0, isStudied: value.winner?.value != nil)
    for (place, entry) in entries.enumerated() where standing.contains(entry) {
      result.standing |= 1 << Entries(place)
      if entry == value.winner { result.winner |= 1 << Entries(place) }
    }
    return result
  }

  /// All orders of a few entries; of more, each of them comes first and last, in both directions.
  static func orders(of entries: [LogEntry]) -> [[LogEntry]] {
    guard entries.count > 4 else { return permutations(of: entries) }
    return entries.indices.flatMap { place in
      let turned = Array(entries[place...] + entries[..<place])
      return [turned, turned.reversed()]
    }
  }

  private static func permutations(of entries: [LogEntry]) -> [[LogEntry]] {
    guard entries.count > 1 else { return [entries] }
    return entries.indices.flatMap { place in
      var others = entries
      let first = others.remove(at: place)
      return permutations(of: others).map { [first] + $0 }
    }
  }
}
