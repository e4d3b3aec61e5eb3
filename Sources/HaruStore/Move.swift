internal import Glibc
public import HaruCore
internal import HaruFiles

/// The move of a store from one directory to another (docs/design.md#moving-the-store).
///
/// The switch is the forwarding address in the old place. Before it the store is in the old place, and
/// an interrupted move is undone; after it the store is in the new place, and the move is finished.
/// Each transaction looks for the address under the lock of the old file, so that nothing is written
/// there after the switch.
public struct StoreMove {
  /// The path of the record of a move, within the user's data directory.
  public static let recordName = "haru/" + recordBaseName
  static let recordBaseName = "move"

  /// The old path, as the settings had it.
  public let old: String
  /// The new path.
  public let new: String
  /// The new name of the old file.
  public let kept: String
  /// Whether the old file is renamed, and every process finds the new one by the address or the
  /// settings.
  public private(set) var isFinished = false

  /// The forwarding address in the old place.
  public var address: String { ForwardingAddress.path(of: old) }

  /// The old file, behind symbolic links.
  private let file: String
  /// The number of the address that led from the new place to the old one; 0 if none did.
  private let leftBehind: Int
  /// The inode of the copy, under any name, once it exists; the number of its device can change with
  /// each boot.
  private var copy: UInt64?
  /// Whether the record says that the switch was made; a user may have removed the address since.
  private var isTurnNoted = false

  /// Moves a store into a directory.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - directory: The new directory, which must exist.
  ///   - stamp: `YYYYMMDD-HHMMSS`, which makes the name of the kept file unique.
  ///   - record: The path of the record of the move.
  ///   - place: The settings.
  /// - Returns: The move.
  /// - Throws: `StoreFileError`, with the store in its old place; `.inProgress` if another process has
  ///   moved it meanwhile.
  public static func perform(
    from path: String, into directory: String, stamp: String, record: String, place: StorePlace
  ) throws(StoreFileError) -> StoreMove {
    do throws(StoreFileError) {
      return try move(from: path, into: directory, stamp: stamp, record: record, place: place)
    } catch {
      guard error.path != record, Files.exists(record) || ForwardingAddress.leads(away: path)
      else { throw error }
      switch error.reason {
      case .occupied, .store(.moved), .store(.missing): throw StoreFileError(.inProgress, record)
      default: throw error
      }
    }
  }

  private static func move(
    from path: String, into directory: String, stamp: String, record: String, place: StorePlace
  ) throws(StoreFileError) -> StoreMove {
    guard Files.isDirectory(directory) else { throw StoreFileError(.noSuchDirectory, directory) }
    let new = Files.resolved(directory) + "/" + Store.baseName
    guard FileIdentity(new) == nil || FileIdentity(new) != FileIdentity(path) else {
      throw StoreFileError(.isStore, new)
    }
    let old = try about(path) { () throws(StoreError) in try ForwardingAddress.place(of: path) }
    let file = Files.resolved(old)
    var move = StoreMove(
      old: old, new: new, file: file, kept: FileGroup.unused(kept(file, stamp: stamp)),
      leftBehind: try clear(new, for: old))
    forget(record)
    let note = try full(isAbout: record) { () throws(StoreFileError) in
      try MoveRecord.make(move.text, at: record)
    }
    do throws(StoreFileError) {
      // Locking a store takes a little room on its disk.
      try full(isAbout: old) { () throws(StoreFileError) in try move.copyWhileLocked(note) }
    } catch  where !move.hasTurned {
      _ = move.undo()
      note.remove()
      throw error
    } catch {}
    try? note.append(StoreMove.turned)
    // The switch is made; the rest can also be done at the next start.
    move.isFinished = move.finish(place)
    if move.isFinished { note.remove() }
    return move
  }

  /// Finishes or undoes the move of a killed process, if there is one.
  public static func recover(record: String, place: StorePlace) {
    guard let note = MoveRecord.takeOver(at: record), let text = try? Disk.read(record)
    else { return }
    // A record is written whole; a file that is not one belongs to another program.
    guard let move = StoreMove(text) else { return }
    guard move.isAboutItsFile, !move.wasTakenBack else { return note.remove() }
    if move.hasTurned {
      if !move.isTurnNoted { try? note.append(StoreMove.turned) }
      guard move.finish(place) else { return }
    } else {
      guard move.undo() else { return }
    }
    note.remove()
  }

  /// The name of the old file after the move.
  static func kept(_ file: String, stamp: String) -> String { file + ".moved-" + stamp }

  // MARK: Steps

  /// Reports that the old disk is the one that is full.
  private static func full<T>(
    isAbout path: String, _ body: () throws(StoreFileError) -> T
  ) throws(StoreFileError) -> T {
    do throws(StoreFileError) {
      return try body()
    } catch {
      throw error == StoreFileError(.store(.full), path) ? StoreFileError(.noRoom, path) : error
    }
  }

  /// Throws if the new place holds anything but an address that leads to the old one.
  ///
  /// - Returns: The number of that address; 0 if there is none.
  private static func clear(_ new: String, for old: String) throws(StoreFileError) -> Int {
    let number = try about(new) { () throws(StoreError) in try ForwardingAddress.number(at: new) }
    if number != nil {
      guard ForwardingAddress.placeIfReadable(new) == old else {
        throw StoreFileError(.occupied, ForwardingAddress.path(of: new))
      }
      FileGroup(new).removeEmptyLog()
    }
    try FileGroup(new).requireNothing()
    return number ?? 0
  }

  /// Removes the record of a move before its switch whose copy is out of reach.
  private static func forget(_ record: String) {
    guard let note = MoveRecord.takeOver(at: record), let text = try? Disk.read(record),
      let move = StoreMove(text), !move.hasTurned, !move.canBeUndone
    else { return }
    note.remove()
  }

  /// Whether the address or the record says that the switch was made.
  private var hasTurned: Bool { isTurnNoted || (try? ForwardingAddress.read(at: old)) == new }

  /// Whether a user removed the address, and changes in the old place since would be lost.
  private var wasTakenBack: Bool {
    guard isTurnNoted, Files.exists(file), (try? ForwardingAddress.place(of: old)) == old
    else { return false }
    return (try? Store(path: old, for: .reading).isKnown(to: new)) != true
  }

  /// Copies up to the switch.
  private mutating func copyWhileLocked(_ note: MoveRecord) throws(StoreFileError) {
    let part = try PartFile(for: new, copying: file)
    copy = part.identity.inode
    try about(note.path) { () throws(StoreError) in
      try note.append(StoreMove.separator + String(part.identity.inode))
    }
    let store = try Store.openIntact(old)
    try store.whileLocked { () throws(StoreFileError) in try copy(by: part) }
  }

  private func copy(by part: PartFile) throws(StoreFileError) {
    let source = try about(old) { () throws(StoreError) in try Store(path: old, for: .reading) }
    try part.fill(with: source)
    let isSame = try about(old) { () throws(StoreError) in
      try source.holdsTheSame(as: part.path)
    }
    guard isSame else { throw StoreFileError(.store(.corrupt), part.path) }
    try FileGroup(new).requireNothing()
    // An address that leads back here is needed until the new one is written.
    try part.put(at: new)
    try about(old) { () throws(StoreError) in
      // Behind a link the file has two names.
      if file != old { try ForwardingAddress.write(new, at: file) }
      try ForwardingAddress.write(new, at: old)
    }
  }

  /// Does the steps after the switch.
  ///
  /// - Returns: Whether nothing is left to do.
  private func finish(_ place: StorePlace) -> Bool {
    do {
      // This address would lead each process away from the new place.
      if leftBehind > 0, try ForwardingAddress.number(at: new) == leftBehind {
        try ForwardingAddress.remove(at: new)
      }
      // Without a good copy the old file must stay.
      try Store.requireIntact(new)
      // If the old place is out of reach only the settings can be changed.
      guard Files.isDirectory(Files.directory(of: old)) else {
        if place.read() == old { try? place.write(new) }
        return place.read() == new
      }
      // Another process may have moved the store on.
      if try ForwardingAddress.place(of: new) == new { try announce(place) }
      // Or back.
      guard try ForwardingAddress.place(of: old) != old else { return true }
      try keepOld()
      return true
    } catch {
      return false
    }
  }

  /// Writes the new place into the addresses of the old one and into the settings.
  private func announce(_ place: StorePlace) throws(StoreError) {
    for path in Set([file, old]) {
      let isThere = try ForwardingAddress.number(at: path) != nil
      if isThere, ForwardingAddress.placeIfReadable(path) == new { continue }
      try ForwardingAddress.write(new, at: path)
    }
    leaveTrace(in: place.usual)
    // The address is enough if the settings cannot be written.
    if let present = place.read(), present != new,
      ForwardingAddress.placeIfReadable(present) == new
    {
      try? place.write(new)
    }
  }

  /// Leaves an address in the usual place too, so that no new store begins there while the disk of the
  /// store is away.
  private func leaveTrace(in usual: String) {
    guard usual != new, !Files.exists(usual), let place = try? ForwardingAddress.place(of: usual),
      [new, usual].contains(place), (try? ForwardingAddress.read(at: usual)) != new
    else { return }
    try? ForwardingAddress.write(new, at: usual)
  }

  /// Renames the old file.
  private func keepOld() throws(StoreFileError) {
    try FileGroup(file).rename(to: kept)
    guard Files.exists(kept) else { return }
    // With the log written back the file is whole by itself. Processes that still have it open leave it
    // at their next transaction.
    let database = try? Database(path: kept, access: .locked, busyMilliseconds: 1000)
    LogDate.setCopying(kept)
    _ = database?.emptyLog()
    LogDate.set(kept)
  }

  /// Whether the old path still leads to the old file, if that exists.
  private var isAboutItsFile: Bool { !Files.exists(file) || Files.resolved(old) == file }

  /// Whether the directory of the copy is within reach.
  private var canBeUndone: Bool { Files.isDirectory(Files.directory(of: new)) }

  /// Undoes the steps before the switch.
  ///
  /// - Returns: Whether nothing of the move is left.
  private func undo() -> Bool {
    guard canBeUndone else { return false }
    PartFile.removeLeft(of: new, copying: file)
    if let copy, FileIdentity(new)?.inode == copy, oldKnowsAll { FileGroup(new).remove() }
    for path in Set([file, old]) { ForwardingAddress.removePart(at: path) }
    return true
  }

  /// Whether the old store knows everything in the copy.
  private var oldKnowsAll: Bool {
    (try? Store(path: old, for: .reading).knows(all: new)) ?? false
  }

  // MARK: As text

  /// No path contains this.
  private static let separator = "\0"
  /// Appended after the switch.
  private static let turned = separator + "turned"

  /// The record as it begins; the inode of the copy and the switch are appended.
  private var text: String {
    [old, new, file, kept, String(leftBehind)].joined(separator: StoreMove.separator)
  }

  /// Reads a record; `nil` for another file.
  init?(_ text: String) {
    var parts = text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
    isTurnNoted = parts.last == "turned"
    if isTurnNoted { parts.removeLast() }
    guard parts.count >= 5, parts[0..<4].allSatisfy({ $0.hasPrefix("/") }),
      let leftBehind = Int(parts[4])
    else { return nil }
    (old, new, file, kept) = (parts[0], parts[1], parts[2], parts[3])
    self.leftBehind = leftBehind
    copy = parts.count > 5 ? UInt64(parts[5]) : nil
  }

  private init(old: String, new: String, file: String, kept: String, leftBehind: Int) {
    (self.old, self.new, self.file, self.kept) = (old, new, file, kept)
    self.leftBehind = leftBehind
  }
}
