internal import Glibc
public import HaruCore
internal import HaruSystem

extension Store {
  /// Copies the store to a file, as of this moment; other processes may go on writing.
  ///
  /// The copy is made beside the file, verified, and renamed. It replaces nothing but a store.
  ///
  /// - Returns: The number of marked days in the copy.
  /// - Throws: `StoreError`, with the file unchanged.
  @discardableResult
  public func backUp(to file: String) throws(StoreError) -> Int {
    let place = Files.resolved(file)
    guard FileIdentity(place) == nil || FileIdentity(place) != FileIdentity(path) else {
      throw .isStore(file)
    }
    guard !Store.isPart(place, ofStoreAt: path, usual: usual ?? path) else {
      throw .reserved(file)
    }
    if Files.exists(place) {
      try Store.requireUnusedStore(at: place)
    } else {
      try FileGroup(place).requireNothing()
    }
    let part = try PartFile(for: place, copying: path)
    try part.fill(with: self)
    let count = try Store(other: part.path).markedDays().count
    try part.put(at: place)
    return count
  }

  /// Throws unless a file is a store that no process has open.
  private static func requireUnusedStore(at path: String) throws(StoreError) {
    guard Files.isRegular(path) else { throw .occupied(path) }
    do throws(StoreError) {
      _ = try Store(path: path, for: .reading)
    } catch {
      // Another process is replacing it.
      throw [.busy, .moved].contains(error) ? .inProgress(path) : .occupied(path)
    }
    // SQLite would apply the journal of an open store to the copy.
    for companion in FileGroup(path).companions where Files.exists(companion) {
      throw .other(path, .busy)
    }
  }
}
