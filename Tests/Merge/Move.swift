/// What can happen in a world.
struct Move {
  enum Kind: UInt16 {
    /// A click on a key: it is marked, or its mark is cleared.
    case click
    case undo
    /// The backup of the home is restored into the store, as a change.
    case restore
    /// A backup of the home is made.
    case keep
    /// The home is put back as the backup has it.
    case goBack
    /// Another machine becomes a copy of this one.
    case copy
    /// A file of the folder is lost.
    case lose
    /// A machine writes what the folder lacks.
    case write
    /// A file of the folder arrives.
    case read
  }

  let kind: Kind
  var machine = 0
  /// The key, the file, or the other machine.
  var what = 0
  var clock = 0

  /// All in one number.
  var number: UInt16 {
    kind.rawValue << 12 | UInt16(machine) << 8 | UInt16(what) << 4 | UInt16(clock)
  }

  init(_ kind: Kind, _ machine: Int = 0, _ what: Int = 0, clock: Int = 0) {
    (self.kind, self.machine, self.what, self.clock) = (kind, machine, what, clock)
  }

  init?(number: UInt16) {
    guard let kind = Kind(rawValue: number >> 12) else { return nil }
    self.init(kind, Int(number >> 8 & 15), Int(number >> 4 & 15), clock: Int(number & 15))
  }

  /// The exchanges that a world may have, by the number of its files.
  static let exchanges = (0...16).map { files in
    (0..<World.machines).flatMap { machine in
      [Move(.write, machine)] + (0..<files).map { Move(.read, machine, $0) }
    }
  }

  /// The changes and accidents that a world may have, by the number of its files.
  static let events = (0...16).map { files in
    var events = (0..<files).map { Move(.lose, 0, $0) }
    for machine in 0..<World.machines {
      events += [Move(.keep, machine), Move(.goBack, machine)]
      events += (0..<World.machines).filter { $0 != machine }.map { Move(.copy, machine, $0) }
      for clock in 0..<KnownEntries.instants {
        events.append(Move(.undo, machine, clock: clock))
        for key in 0..<KnownEntries.keys {
          events += [
            Move(.click, machine, key, clock: clock), Move(.restore, machine, key, clock: clock),
          ]
        }
      }
    }
    return events
  }

  var text: String {
    let machine = "machine \(machine)"
    switch kind {
    case .click: return "\(machine) clicks key \(what) at \(clock)"
    case .undo: return "\(machine) undoes at \(clock)"
    case .restore: return "\(machine) restores its backup at \(clock), key \(what) first"
    case .keep: return "\(machine) makes a backup"
    case .goBack: return "\(machine) goes back to its backup"
    case .copy: return "machine \(what) becomes a copy of \(machine)"
    case .lose: return "file \(what) is lost"
    case .write: return "\(machine) writes"
    case .read: return "\(machine) reads file \(what)"
    }
  }
}
