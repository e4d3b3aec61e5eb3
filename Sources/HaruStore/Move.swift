internal import Glibc
public import HaruCore
internal import HaruFiles

/// A store's way from one directory to another.
///
/// It has one turning point: the forwarding address in the old place. Before it the store is where
/// it was, and a move that was cut short is undone; from it on the store is in its new place, and
/// the move is finished. Whoever writes looks for the address while it holds the lock of the old
/// file, and so nothing is written there afterwards.
public struct StoreMove {
  /// Where a move is noted while it goes on, within the user's data directory.
  public static let recordName = "haru/" + recordBaseName
  static let recordBaseName = "move"

  /// Where the store was, as the settings had it.
  public let old: String
  /// Where it is now.
  public let new: String
  /// What the old file is called since.
  public let kept: String
  /// Whether the old file has its other name, and everybody finds the new one, by the address or by
  /// the settings.
  public private(set) var isFinished = false

  /// The file in the old place that leads to the new one.
  public var address: String { ForwardingAddress.path(of: old) }

  /// The old file itself, behind symbolic links.
  private let file: String
  /// The number of the address that led from the new place to the old one before; 0 if none did.
  private let leftBehind: Int
  /// The number of the copy's inode, by whatever name, once there is one.
  ///
  /// That of its disk may be another after each start.
  private var copy: UInt64?
  /// Whether the turning point is noted; the address may have been removed by hand since.
  private var isTurnNoted = false

  /// Moves a store into a directory.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - directory: Where it shall be; there is such a directory.
  ///   - stamp: What makes the kept file's name one of its own, `YYYYMMDD-HHMMSS`.
  ///   - record: Where the move is noted while it goes on.
  ///   - place: The settings.
  /// - Returns: Where it went.
  /// - Throws: `StoreFileError`, with the store where it was.
  public static func perform(
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
      // Even to be locked a store needs a little room beside it.
      try full(isAbout: old) { () throws(StoreFileError) in try move.copyWhileLocked(note) }
    } catch  where !move.hasTurned {
      _ = move.undo()
      note.remove()
      throw error
    } catch {}
    try? note.append(StoreMove.turned)
    // It has happened; what is left to do can also be done at the next start.
    move.isFinished = move.finish(place)
    if move.isFinished { note.remove() }
    return move
  }

  /// Finishes or undoes a move whose mover is no more; nothing happens if there is none.
  public static func recover(record: String, place: StorePlace) {
    guard let note = MoveRecord.takeOver(at: record), let text = try? Disk.read(record)
    else { return }
    // A note is written whole, and so what makes no sense is something of somebody else.
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

  /// What an old file is called since it was moved.
  static func kept(_ file: String, stamp: String) -> String { file + ".moved-" + stamp }

  // MARK: Steps

  /// Says of the disk with a file, if it is full, that even there is too little room.
  private static func full<T>(
    isAbout path: String, _ body: () throws(StoreFileError) -> T
  ) throws(StoreFileError) -> T {
    do throws(StoreFileError) {
      return try body()
    } catch {
      throw error == StoreFileError(.store(.full), path) ? StoreFileError(.noRoom, path) : error
    }
  }

  /// Makes sure that nothing is in the new place but an address that leads to the old one.
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

  /// Removes the note of a move that has not turned, and cannot be undone as its copy is out of reach.
  private static func forget(_ record: String) {
    guard let note = MoveRecord.takeOver(at: record), let text = try? Disk.read(record),
      let move = StoreMove(text), !move.hasTurned, !move.canBeUndone
    else { return }
    note.remove()
  }

  /// Whether somebody reads in the old place that the store is in the new one; or the note does.
  private var hasTurned: Bool { isTurnNoted || (try? ForwardingAddress.read(at: old)) == new }

  /// Whether the address was removed by hand, and what was said in the old place since would be lost.
  private var wasTakenBack: Bool {
    guard isTurnNoted, Files.exists(file), (try? ForwardingAddress.place(of: old)) == old
    else { return false }
    return (try? Store(path: old, for: .reading).isKnown(to: new)) != true
  }

  /// Up to the turning point; the old file is closed when it is over.
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
    // An address that leads from there to here is needed until the new one is written.
    try part.put(at: new)
    try about(old) { () throws(StoreError) in
      // Behind a link the file has a second name.
      if file != old { try ForwardingAddress.write(new, at: file) }
      try ForwardingAddress.write(new, at: old)
    }
  }

  /// From the turning point on.
  ///
  /// - Returns: Whether nothing is left to do.
  private func finish(_ place: StorePlace) -> Bool {
    do {
      // Whatever is opened in the new place would be looked for where this leads.
      if leftBehind > 0, try ForwardingAddress.number(at: new) == leftBehind {
        try ForwardingAddress.remove(at: new)
      }
      // Were the copy not there after all, the old file would be all there is.
      guard Store.isIntact(new) else { return false }
      // Where the old place has gone there is nothing to do but to say so.
      guard Files.isDirectory(Files.directory(of: old)) else {
        if place.read() == old { try? place.write(new) }
        return place.read() == new
      }
      // Somebody else may have moved it on since.
      if try ForwardingAddress.place(of: new) == new { try announce(place) }
      // Or back.
      guard try ForwardingAddress.place(of: old) != old else { return true }
      try keepOld()
      return true
    } catch {
      return false
    }
  }

  /// Has everybody find it who looks in the old place, or in the settings.
  private func announce(_ place: StorePlace) throws(StoreError) {
    for path in Set([file, old]) {
      let isThere = try ForwardingAddress.number(at: path) != nil
      if isThere, ForwardingAddress.placeIfReadable(path) == new { continue }
      try ForwardingAddress.write(new, at: path)
    }
    leaveTrace(in: place.usual)
    // Where the settings cannot be written the address is enough.
    if let present = place.read(), present != new,
      ForwardingAddress.placeIfReadable(present) == new
    {
      try? place.write(new)
    }
  }

  /// Has the usual place tell of it, wherever it was: when its disk is away, none is begun anew.
  private func leaveTrace(in usual: String) {
    guard usual != new, !Files.exists(usual), let place = try? ForwardingAddress.place(of: usual),
      [new, usual].contains(place), (try? ForwardingAddress.read(at: usual)) != new
    else { return }
    try? ForwardingAddress.write(new, at: usual)
  }

  /// Gives the old file its other name.
  private func keepOld() throws(StoreFileError) {
    try FileGroup(file).rename(to: kept)
    guard Files.exists(kept) else { return }
    // What is in its log goes into the file, which is whole by itself then. Whoever still reads or
    // waits there goes away by itself.
    let database = try? Database(path: kept, access: .locked, busyMilliseconds: 1000)
    try? database?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Whether the old path still leads to the old file; where it has gone nobody can say.
  private var isAboutItsFile: Bool { !Files.exists(file) || Files.resolved(old) == file }

  /// Whether the copy, if there is one, is within reach.
  private var canBeUndone: Bool { Files.isDirectory(Files.directory(of: new)) }

  /// Before the turning point.
  ///
  /// - Returns: Whether nothing is left of it.
  private func undo() -> Bool {
    guard canBeUndone else { return false }
    PartFile.removeLeft(of: new, copying: file)
    if let copy, FileIdentity(new)?.inode == copy, oldKnowsAll { FileGroup(new).remove() }
    for path in Set([file, old]) { ForwardingAddress.removePart(at: path) }
    return true
  }

  /// Whether nothing would be lost with the copy.
  private var oldKnowsAll: Bool {
    (try? Store(path: old, for: .reading).knows(all: new)) ?? false
  }

  // MARK: As text

  /// Apart by what no path holds.
  private static let separator = "\0"
  /// What is added after the turning point.
  private static let turned = separator + "turned"

  /// What is noted at first; the number of the copy is added, and then that it has turned.
  private var text: String {
    [old, new, file, kept, String(leftBehind)].joined(separator: StoreMove.separator)
  }

  /// Reads a note; `nil` for what is none.
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
