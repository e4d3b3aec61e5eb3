public import HaruCore
internal import HaruLog

/// This machine among those that exchange their logs (docs/sync.md#tables).
public struct ThisMachine: Hashable, Sendable {
  /// Its name, which its entries have.
  public var name: String
  /// The number of the machine, which is another one where the store was copied to (`MachineName.number`).
  public var number: String
  /// The folder that is carried between machines; `nil` while nothing is exchanged.
  public var folder: String?
  /// Whether notes stay on this machine, and those of others are not taken.
  public var leavesOutNotes = false
  /// All entries up to this row are in the folder.
  var settled: Int64 = 0
  /// The word for why the last exchange did not succeed; `nil` if it did.
  public var problem: String?

  /// A machine that exchanges nothing.
  init(name: String = MachineName.new(), number: String = MachineName.number) {
    (self.name, self.number) = (name, number)
  }

  /// Whether other machines get what is said about a register, and this one takes what they say.
  func shares(_ register: Register) -> Bool { !(leavesOutNotes && register.isAboutNotes) }

  /// The entries that it shares, as SQL.
  var sharedCondition: String {
    let notes = "kind = 'note' OR kind = 'import' AND substr(key, -5) = '\(Register.ofNotes)'"
    return leavesOutNotes ? "NOT (\(notes))" : "true"
  }
}

extension Store {
  /// This machine among others.
  public func thisMachine() throws(StoreError) -> ThisMachine {
    guard
      let machine = try database.rows("SELECT * FROM this_machine", [], thisMachine).first
    else { throw .damagedRows }
    return machine
  }

  /// Changes how this machine takes part, as it is at that moment.
  public func changeThisMachine(_ change: (inout ThisMachine) -> Void) throws(StoreError) {
    try transaction { () throws(StoreError) in try rewriteThisMachine(change) }
  }

  /// Takes part in another way from now on, through a folder of which nothing is known.
  public func changeFolder(_ change: (inout ThisMachine) -> Void) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try rewriteThisMachine { machine in
        change(&machine)
        machine.problem = nil
      }
      try forgetFolder()
    }
  }

  /// The same; inside a transaction.
  func rewriteThisMachine(_ change: (inout ThisMachine) -> Void) throws(StoreError) {
    let before = try thisMachine()
    var machine = before
    change(&machine)
    if machine != before { try write(machine) }
  }

  /// Writes how this machine takes part; inside a transaction.
  func write(_ machine: ThisMachine) throws(StoreError) {
    try database.write(
      into: "this_machine", key: "id",
      [
        "id": .integer(1), "name": .text(machine.name), "number": .text(machine.number),
        "folder": Value(machine.folder), "leaves_out_notes": Value(machine.leavesOutNotes),
        "settled": .integer(machine.settled),
        "problem": Value(machine.problem),
      ])
  }

  /// Reads the row of `this_machine`.
  func thisMachine(_ row: Statement) throws(StoreError) -> ThisMachine {
    guard let name = try row.text("name"), MachineName.isValid(name),
      let number = try row.text("number"), let leavesOut = try row.bool("leaves_out_notes"),
      let settled = try row.row("settled")
    else { throw .damagedRows }
    var machine = ThisMachine(name: name, number: number)
    machine.folder = try row.text("folder")
    (machine.leavesOutNotes, machine.settled) = (leavesOut, settled)
    machine.problem = try row.text("problem")
    return machine
  }

  /// What can be read of the row, for a repair: what is in doubt stays on this machine.
  func readableMachine() throws(StoreError) -> ThisMachine {
    let machines = try database.rows("SELECT * FROM this_machine") { row in
      let name = try? row.text("name") ?? ""
      var machine = ThisMachine()
      if let name, MachineName.isValid(name) { machine.name = name }
      machine.folder = try? row.text("folder") ?? nil
      machine.leavesOutNotes = (try? row.bool("leaves_out_notes") ?? nil) ?? true
      return machine
    }
    return machines.first ?? ThisMachine()
  }
}
