/// A world while a move is made in it.
struct Making {
  var world: World
  let known: KnownEntries
  let values: Values
  /// What the store would refuse.
  var fault: String?

  /// Makes a move; `nil` if it cannot be made, or changes nothing.
  static func world(
    after move: Move, in world: World, _ known: KnownEntries, _ values: Values
  ) -> (world: World, fault: String?)? {
    var making = Making(world: world, known: known, values: values)
    guard making.make(move) else { return nil }
    making.world.note(move)
    return (making.world, making.fault)
  }

  private func store(_ machine: Int) -> Store { world.machines[machine].store }

  private func value(_ machine: Int, _ key: Int) -> Value {
    values.value(of: store(machine).held & world.ofKey[key], in: world)
  }

  private mutating func make(_ move: Move) -> Bool {
    let machine = move.machine
    switch move.kind {
    case .click: click(move)
    case .undo: return undo(move)
    case .restore: return restore(move)
    case .keep:
      guard world.machines[machine].image != store(machine) else { return false }
      world.machines[machine].image = store(machine)
    case .goBack:
      guard let image = world.machines[machine].image, image != store(machine) else { return false }
      world.machines[machine].store = image
    case .copy:
      guard store(move.what) != store(machine) else { return false }
      world.machines[move.what].store = store(machine)
    case .lose: world.remove(file: move.what)
    case .write:
      let lacking = world.lacking(machine)
      guard lacking != 0 else { return false }
      world.add(file: lacking)
    case .read:
      let file = world.files[move.what]
      guard !file.isSubset(of: store(machine).held) else { return false }
      world.machines[machine].store.held |= file
    }
    return true
  }

  /// A click, as `Store.setStudied` does it.
  private mutating func click(_ move: Move) {
    let value = value(move.machine, move.what)
    write(!value.isStudied, to: UInt32(move.what), replacing: value.standing, by: move)
  }

  /// A restore, as `Store.change(to:by:)` does it; which key is the earlier day is left open.
  private mutating func restore(_ move: Move) -> Bool {
    guard let image = world.machines[move.machine].image else { return false }
    var wanted: [(key: Int, isStudied: Bool, replaced: Entries)] = []
    for key in [move.what, 1 - move.what] {
      let (mine, other) = (
        value(move.machine, key), values.value(of: image.held & world.ofKey[key], in: world)
      )
      // What another machine has said is not taken away.
      let isOwn = mine.winner.isSubset(of: store(move.machine).made)
      if mine.isStudied != other.isStudied, other.isStudied || isOwn {
        wanted.append((key, other.isStudied, mine.standing))
      }
    }
    // Of one key there is one order.
    guard wanted.first?.key == move.what else { return false }
    var first: UInt32?
    for (key, isStudied, replaced) in wanted {
      let made = write(isStudied, to: UInt32(key), replacing: replaced, by: move, first: first)
      first = first ?? made
    }
    return true
  }

  /// Takes back the newest own batch that is no undo and is not undone, as `Store.undo` does.
  private mutating func undo(_ move: Move) -> Bool {
    let store = world.machines[move.machine].store
    let own = (0..<Int(store.ownCount)).map { store[own: $0] }
    let undone = own.compactMap { saying($0).undoes }
    let batch = own.last { saying($0).undoes == nil && !undone.contains(self.batch(of: $0)) }
      .map(self.batch)
    guard let batch else { return false }
    var first: UInt32?
    for entry in own.reversed() where self.batch(of: entry) == batch {
      guard let made = takeBack(entry, of: batch, by: move, first: first) else { continue }
      first = first ?? made
    }
    if first == nil {
      let register = UInt32(KnownEntries.keys) + batch
      let known = store.held.filter { saying($0).register == register }
      let standing = values.value(of: known, in: world).standing
      write(false, to: register, replacing: standing, by: move, undoes: batch)
    }
    return true
  }

  /// Takes an entry back, as `Store.takeBack` does.
  private mutating func takeBack(
    _ entry: Int, of batch: UInt32, by move: Move, first: UInt32?
  ) -> UInt32? {
    let store = world.machines[move.machine].store
    let key = saying(entry).register
    let all = store.held & world.ofKey[Int(key)]
    var later: Entries = 1 << Entries(entry)
    var isNews = true
    while isNews {
      let next = later | all.filter { world.replaced(by: $0, known) & later != 0 }
      isNews = next != later
      later = next
    }
    guard (later & ~(1 << Entries(entry))).isSubset(of: store.made) else { return nil }
    let standing = values.value(of: all, in: world).standing
    let replaced = standing & later
    let former = values.value(of: all & ~later, in: world)
    let isStudied = former.isStudied && former.winner & standing == 0
    guard replaced.filter({ saying($0).isStudied != isStudied }) != 0 else { return nil }
    return write(isStudied, to: key, replacing: replaced, by: move, first: first, undoes: batch)
  }

  @discardableResult
  private mutating func write(
    _ isStudied: Bool, to register: UInt32, replacing replaced: Entries, by move: Move,
    first: UInt32? = nil, undoes: UInt32? = nil
  ) -> UInt32 {
    var replaces: [UInt32] = []
    replaced.forEach { replaces.append(world.entries[$0]) }
    let number = known.number(
      of: Saying(
        register: register, isStudied: isStudied, clock: UInt8(move.clock),
        name: store(move.machine).name, first: first, undoes: undoes,
        replaces: Numbers(replaces.sorted())))
    let place = world.place(of: number, known)
    if store(move.machine).held & 1 << Entries(place) != 0 {
      fault = "an entry is made that is there"
    } else {
      world.machines[move.machine].store.make(place)
    }
    return number
  }

  private func saying(_ place: Int) -> Saying { known.saying(world.entries[place]) }

  private func batch(of place: Int) -> UInt32 { saying(place).first ?? world.entries[place] }
}

extension World {
  /// The entries that an entry replaces, as far as they were made here.
  func replaced(by place: Int, _ known: KnownEntries) -> Entries {
    var replaced: Entries = 0
    known.saying(entries[place]).replaces.forEach { number in
      for other in 0..<count where entries[other] == number { replaced |= 1 << Entries(other) }
    }
    return replaced
  }
}

extension Entries {
  func filter(_ isIncluded: (Int) -> Bool) -> Entries {
    var result: Entries = 0
    forEach { if isIncluded($0) { result |= 1 << Entries($0) } }
    return result
  }
}
