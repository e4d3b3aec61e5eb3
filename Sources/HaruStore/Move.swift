internal import Glibc
public import HaruCore

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
  /// The copy, by whatever name.
  private let copy: Inode
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
    guard Disk.isDirectory(directory) else { throw StoreFileError(.noSuchDirectory, directory) }
    let new = Disk.followed(directory) + "/" + Store.baseName
    guard Inode(new) == nil || Inode(new) != Inode(path) else {
      throw StoreFileError(.isStore, new)
    }
    try FileGroup(new).requireNothing()
    let old = try about(path) { () throws(StoreError) in try Store.place(of: path) }
    let file = Disk.followed(old)
    let part = try PartFile(for: new, copying: file)
    var move = StoreMove(
      old: old, new: new, file: file, kept: FileGroup.unused(kept(file, stamp: stamp)),
      copy: part.inode)
    let note = try MoveRecord.make(move.text, at: record)
    do throws(StoreFileError) {
      try move.copyWhileLocked(by: part)
    } catch  where !move.hasTurned {
      move.undo()
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
    guard move.isAboutItsFile else { return note.remove() }
    if move.hasTurned {
      if !move.isTurnNoted { try? note.append(StoreMove.turned) }
      guard move.finish(place) else { return }
    } else {
      move.undo()
    }
    note.remove()
  }

  /// What an old file is called since it was moved.
  static func kept(_ file: String, stamp: String) -> String { file + ".moved-" + stamp }

  // MARK: Steps

  private var hasTurned: Bool { isTurnNoted || (try? ForwardingAddress.read(at: old)) == new }

  /// Up to the turning point; the old file is closed when it is over.
  private func copyWhileLocked(by part: PartFile) throws(StoreFileError) {
    let store = try Store.sound(old)
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
    let leadsHere = ForwardingAddress.followed(from: new) == old
    try part.put(at: new)
    if !leadsHere {
      try about(new) { () throws(StoreError) in try ForwardingAddress.remove(at: new) }
    }
    try about(old) { () throws(StoreError) in try ForwardingAddress.write(new, at: old) }
  }

  /// From the turning point on.
  ///
  /// - Returns: Whether nothing is left to do.
  private func finish(_ place: StorePlace) -> Bool {
    // Were the copy not there after all, the old file would be all there is.
    guard Store.isSound(new) else { return false }
    // Where the old place has gone there is nothing to do but to say so.
    guard Disk.isDirectory(Disk.directory(of: old)) else {
      if place.read() == old { try? place.write(new) }
      return place.read() == new
    }
    do {
      if ForwardingAddress.followed(from: old) != new { try ForwardingAddress.write(new, at: old) }
      try ForwardingAddress.remove(at: new)
      // Where the settings cannot be written the address is enough.
      if let present = place.read(), present != new,
        ForwardingAddress.followed(from: present) == new
      {
        try? place.write(new)
      }
      try FileGroup(file).rename(to: kept)
      // Its log goes into the file, unless somebody still reads there.
      if Disk.exists(kept) {
        _ = try? Database(path: kept, access: .locked, busyMilliseconds: 0).text(
          "PRAGMA journal_mode")
      }
      return true
    } catch {
      return false
    }
  }

  /// Whether the old path still leads to the old file; where it has gone nobody can say.
  private var isAboutItsFile: Bool { !Disk.exists(file) || Disk.followed(old) == file }

  /// Before the turning point.
  private func undo() {
    let part = Disk.part(of: new)
    if Inode(part) == copy { FileGroup(part).remove() }
    if Inode(new) == copy, oldKnowsAll { FileGroup(new).remove() }
    ForwardingAddress.removePart(at: old)
  }

  /// Whether nothing would be lost with the copy.
  private var oldKnowsAll: Bool {
    (try? Store(path: old, for: .reading).knows(all: new)) ?? false
  }

  // MARK: As text

  /// Apart by what no path holds.
  private static let separator: Character = "\0"
  /// What is added after the turning point.
  private static let turned = "\0turned"

  private var text: String {
    [old, new, file, kept, String(copy.device), String(copy.number)]
      .joined(separator: String(StoreMove.separator))
  }

  /// Reads a note; `nil` for what is none.
  init?(_ text: String) {
    let parts = text.split(separator: StoreMove.separator, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count >= 6, parts[0..<4].allSatisfy({ $0.hasPrefix("/") }),
      let device = UInt64(parts[4]), let number = UInt64(parts[5])
    else { return nil }
    self.init(
      old: parts[0], new: parts[1], file: parts[2], kept: parts[3],
      copy: Inode(device: device, number: number))
    isTurnNoted = parts.last == "turned"
  }

  private init(old: String, new: String, file: String, kept: String, copy: Inode) {
    (self.old, self.new, self.file, self.kept, self.copy) = (old, new, file, kept, copy)
  }
}
