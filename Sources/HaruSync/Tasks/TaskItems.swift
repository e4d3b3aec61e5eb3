public import HaruCore

/// The items in a folder, by their days.
extension TaskFolder {
  /// How often an item is looked at that another program changes meanwhile; its change leads to a next
  /// round.
  static let tries = 3

  /// The days that have a file.
  public func days() throws(SyncError) -> [Day] {
    try names { TaskItem.day(ofFile: $0) != nil }.compactMap(TaskItem.day(ofFile:))
  }

  /// The file of a day, and what it says; `nil` if there is none.
  ///
  /// - Throws: `SyncError.refused` for a file of this name that is none of Haru's.
  func item(of day: Day) throws(SyncError) -> (file: TaskFile, item: TaskItem)? {
    let name = TaskItem.name(of: day)
    guard let file = try file(name) else { return nil }
    guard let item = TaskItem(file.text, of: day) else { throw .refused(name) }
    return (file, item)
  }

  /// Removes the items of some days, also if one of them has to stay.
  ///
  /// - Returns: Why that one stays; `nil` if none does.
  public func removeItems(of days: some Collection<Day>) -> SyncError? {
    var problem: SyncError?
    for day in days.sorted() {
      do throws(SyncError) {
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
