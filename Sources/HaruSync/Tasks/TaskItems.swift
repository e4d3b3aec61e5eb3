public import HaruCore

/// The items in a folder, by their days.
extension TaskFolder {
  /// How often an item is looked at that another program changes meanwhile; its change leads to a next
  /// round.
  static let tries = 3

  /// The days that have a file.
  public func days() throws(SyncFolderError) -> [Day] {
    try names { TaskItem.day(ofFile: $0) != nil }.compactMap(TaskItem.day(ofFile:))
  }

  /// The file of a day, and what it says; `nil` if there is none.
  ///
  /// - Throws: `SyncFolderError.refused` for a file of this name that is none of Haru's.
  func item(of day: Day) throws(SyncFolderError) -> (file: TaskFile, item: TaskItem)? {
    let name = TaskItem.name(of: day)
    guard let file = try file(name) else { return nil }
    guard let item = TaskItem(file.text, of: day) else { throw .refused(name) }
    return (file, item)
  }

  /// Removes the items of some days, also if one of them has to stay.
  ///
  /// - Returns: Why that one stays; `nil` if none does.
  public func removeItems(of days: some Collection<Day>) -> SyncFolderError? {
    var problem: SyncFolderError?
    for day in days.sorted() {
      do throws(SyncFolderError) {
        for _ in 0..<Self.tries {
          guard let found = try item(of: day), try !remove(found.file) else { break }
        }
      } catch {
        problem = problem ?? error
      }
    }
    return problem
  }
}
