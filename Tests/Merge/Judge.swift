import HaruCore
import HaruLog

/// Says what is wrong in a world.
struct Judge {
  let known: KnownEntries
  let values: Values
  /// The sets of entries of which the journal was compared.
  let compared: SeenNumbers

  /// What is wrong after a move, of which the world before is known.
  func fault(of move: Move, from before: World, to after: World) -> String? {
    let machine = move.machine
    switch move.kind {
    case .click:
      let (old, new) = (before.machines[machine].store.held, after.machines[machine].store.held)
      let isFlipped =
        isStudied(move.what, old, in: after) != isStudied(move.what, new, in: after)
      return isFlipped ? nil : "a click does not count"
    case .read:
      return faultOfMerge(
        before.machines[machine].store.held, after.machines[machine].store.held, in: after)
    case .undo: return faultOfUndo(before.machines[machine].store, after, machine)
    case .restore:
      guard let image = after.machines[machine].image else { return nil }
      let isLike = (0..<KnownEntries.keys).allSatisfy { key in
        let store = after.machines[machine].store
        let value = values.value(of: store.held & after.ofKey[key], in: after)
        return isStudied(key, image.held, in: after) == value.isStudied
          || value.isStudied && !value.winner.isSubset(of: store.made)
      }
      return isLike ? nil : "a restored key is not as in the backup"
    default: return nil
    }
  }

  /// What is wrong once everybody has exchanged everything.
  func fault(in world: World) -> String? {
    let everything = world.everything
    for order in [[0, 1, 2], [2, 1, 0]] {
      let settled = settled(world, order)
      for machine in 0..<World.machines {
        let held = settled.machines[machine].store.held
        if held != everything { return "machine \(machine) does not end with all entries" }
        if let fault = faultOfMerge(world.machines[machine].store.held, held, in: world) {
          return fault
        }
      }
    }
    return faultOfJournal(everything, in: world)
  }

  /// Everybody reads and writes until nothing is new.
  private func settled(_ world: World, _ order: [Int]) -> World {
    var settled = world
    var isNews = true
    while isNews {
      isNews = false
      for machine in order {
        for place in 0..<settled.fileCount {
          let held = settled.machines[machine].store.held | settled.files[place]
          if held != settled.machines[machine].store.held { isNews = true }
          settled.machines[machine].store.held = held
        }
        let lacking = settled.lacking(machine)
        if lacking != 0 {
          settled.add(file: lacking)
          isNews = true
        }
      }
    }
    return settled
  }

  private func isStudied(_ key: Int, _ held: Entries, in world: World) -> Bool {
    values.value(of: held & world.ofKey[key], in: world).isStudied
  }

  /// A mark that stands before a merge is cleared only by an entry that follows from it.
  private func faultOfMerge(_ before: Entries, _ after: Entries, in world: World) -> String? {
    for key in 0..<KnownEntries.keys where !isStudied(key, after, in: world) {
      let marks = values.value(of: before & world.ofKey[key], in: world).standing
        .filter { known.saying(world.entries[$0]).isStudied }
      guard marks != 0 else { continue }
      let all = after & world.ofKey[key]
      let cleared = all.filter { !known.saying(world.entries[$0]).isStudied }
      var isKnown: Entries = 0
      cleared.forEach { isKnown |= ancestors(of: $0, among: all, in: world) }
      if !marks.isSubset(of: isKnown) {
        return "a mark of key \(key) was cleared by one who did not know it"
      }
    }
    return nil
  }

  private func ancestors(of place: Int, among all: Entries, in world: World) -> Entries {
    var found: Entries = 0
    var next = world.replaced(by: place, known) & all
    while !next.isSubset(of: found) {
      found |= next
      found.forEach { next |= world.replaced(by: $0, known) & all }
    }
    return found
  }

  /// An undo takes back only what was made on this machine.
  private func faultOfUndo(_ before: Store, _ world: World, _ machine: Int) -> String? {
    for key in 0..<KnownEntries.keys {
      let gone =
        values.value(of: before.held & world.ofKey[key], in: world).standing
        & ~values.value(of: world.machines[machine].store.held & world.ofKey[key], in: world)
        .standing
      if !gone.isSubset(of: before.made) { return "an undo took back what another machine said" }
      let (old, new) = (
        values.value(of: before.held & world.ofKey[key], in: world),
        values.value(of: world.machines[machine].store.held & world.ofKey[key], in: world)
      )
      // What no other machine knew may come back beside what it has cleared.
      let all = before.held & world.ofKey[key]
      var uncleared = all
      (all & ~before.made).forEach { uncleared &= ~ancestors(of: $0, among: all, in: world) }
      let studied = uncleared.filter { known.saying(world.entries[$0]).isStudied }
      if new.isStudied, !old.isStudied, studied == 0 {
        return "an undo brought back what another machine has cleared"
      }
    }
    return nil
  }

  /// The digest and the journal are the same in any order, and the journal ends with what stands.
  private func faultOfJournal(_ all: Entries, in world: World) -> String? {
    var sum: UInt64 = 0
    all.forEach { sum &+= known.hash(world.entries[$0], 0) }
    guard compared.insert(Hash.mixed(sum)) else { return nil }
    var entries: [LogEntry] = []
    all.forEach { entries.append(known.entry(world.entries[$0])) }
    let turned = Array(entries.dropFirst(entries.count / 2) + entries.prefix(entries.count / 2))
    let orders = [entries, entries.reversed(), turned]
    let journals = orders.map { SharedJournal(of: $0).lines }
    if journals.contains(where: { $0 != journals[0] }) { return "the journal depends on the order" }
    let digests = Set(orders.map { EntryName.digest(of: $0.map(\.name).sorted()) })
    if digests.count != 1 { return "the digest depends on the order" }
    for key in 0..<KnownEntries.keys {
      var place: Int?
      (all & world.ofKey[key]).forEach { place = $0 }
      guard let place else { continue }
      let day = known.entry(world.entries[place]).register.key
      let last = journals[0].last { "\($0.change.day)" == day }
      if (last?.change.after != nil) != isStudied(key, all, in: world) {
        return "the journal of key \(key) does not end with what stands"
      }
    }
    for entry in entries where ParsedEntry(entry.text) != .entry(entry) {
      return "an entry is not read as it was written"
    }
    return nil
  }
}
