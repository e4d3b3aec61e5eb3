public import HaruCore
internal import HaruStore

/// Changes of the user's list, each with what is known of the repositories (docs/github.md#the-list).
///
/// The list is written first. Where the file cannot follow, the next command brings it up to the list.
extension Repositories {
  /// Adds repositories at the end of the list; they are due at once.
  ///
  /// - Returns: Those that were there already, by this name or another one.
  public func add(_ names: [RepositoryName]) throws(StoreError) -> [RepositoryName] {
    var known = Set(try watchesByName().keys)
    var (present, new): ([RepositoryName], [RepositoryName]) = ([], [])
    for name in names {
      if known.insert(name).inserted { new.append(name) } else { present.append(name) }
    }
    try changeList { list in list.add(new.map { WatchedRepository($0, isQuiet: false) }) }
    try? adoptList()
    return present
  }

  /// Removes repositories from the list, with all that is known of them.
  ///
  /// - Returns: The removed watches.
  public func remove(_ names: [RepositoryName]) throws(StoreError) -> [Watch] {
    let removed = try change(names) { list, names in list.remove(names) }
    // If that cannot be written now, a reload does so later.
    try? transaction { () throws(StoreError) in
      for watch in removed {
        try database.run("DELETE FROM watch WHERE id = ?", .integer(watch.id))
      }
    }
    return removed
  }

  /// Mutes repositories or stops muting them; muting drops news that are still pending.
  ///
  /// - Returns: The watches as they were before, each once, without names that are not watched.
  @discardableResult
  public func setQuiet(
    _ isQuiet: Bool, _ names: [RepositoryName]
  ) throws(StoreError) -> [Watch] {
    try change(names) { list, names in list.setQuiet(isQuiet, names) }
  }

  /// Moves a repository to a position of the list, counted from 1, or to its end.
  ///
  /// - Returns: The new position; `nil` if the repository is not watched.
  public func move(_ name: RepositoryName, to position: Int) throws(StoreError) -> Int? {
    guard let moved = try watch(of: name) else { return nil }
    let others = try watches().filter { $0.name != moved.name }
    let place = min(max(position, 1), others.count + 1)
    let next = place <= others.count ? try self.names(of: [others[place - 1]]) : nil
    let names = try names(of: [moved])
    try changeList { $0.move(names, before: next) }
    return place
  }

  private func change(
    _ names: [RepositoryName], _ body: (inout WatchList, Set<RepositoryName>) -> Void
  ) throws(StoreError) -> [Watch] {
    let known = try watchesByName()
    var met: Set<RepositoryName> = []
    let changed = names.compactMap { known[$0] }.filter { met.insert($0.name).inserted }
    let listed = try self.names(of: changed)
    try changeList { body(&$0, listed) }
    try? adoptList()
    return changed
  }
}
