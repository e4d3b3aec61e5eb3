internal import Glibc
public import HaruCore
internal import HaruSystem

/// The directory of daily backups (docs/store.md#backups).
public struct Backups {
  private let directory: String

  /// The backups of a user, beside the usual path of the store.
  public init(besideUsualStore path: String) {
    directory = Files.directory(of: path) + "/backups"
  }

  /// Backs a store up, unless today has a backup already or the newest backup equals the store.
  ///
  /// Older backups than those to keep are removed, but for the one with the most days. Backups that a
  /// wrong clock has dated after today are counted apart, and as many are kept. Those of a version before 0.4
  /// are left as they are.
  ///
  /// - Parameters:
  ///   - path: The path of the store.
  ///   - day: Today.
  ///   - count: The number of backups to keep; 0 makes none.
  /// - Throws: `StoreError`, with every backup still there.
  public func makeDaily(
    of path: String, on day: Day, keeping count: Int
  ) throws(StoreError) {
    let place = place(day)
    guard count > 0, !Files.exists(place) else { return }
    let store: Store
    do throws(StoreError) {
      store = try Store(path: path, for: .reading)
      guard try store.database.integer("SELECT max(id) FROM entry") != nil else { return }
    } catch .missing {
      return
    }
    // A backup that cannot be compared does not count.
    let present = files(on: day, but: path)
    if let newest = present.past.first ?? present.ahead.first,
      (try? store.holdsTheSame(as: newest.path)) == true
    {
      return
    }
    try Disk.makeDirectories(above: place)
    let part = try PartFile(for: directory + "/haru.sqlite", copying: path)
    try part.fill(with: store)
    try part.put(at: place)
    let (past, ahead) = files(on: day, but: path)
    let fullest = newestWithMostDays(of: past + ahead)
    for old in past.dropFirst(count) + ahead.dropFirst(count)
    where old.path != fullest && !Backups.isOlder(old.path) {
      FileGroup(old.path).remove()
    }
  }

  /// The newest of the backups with the most days, which stays: whatever has emptied the store meanwhile
  /// is in the newer ones.
  private func newestWithMostDays(of files: [File]) -> String? {
    files.map(\.path).map { (path: $0, days: Backups.days(in: $0)) }
      .max { $0.days < $1.days }?.path
  }

  /// The number of marked days in a backup, 0 if it cannot be read.
  private static func days(in path: String) -> Int64 {
    let count = try? Store(path: path, for: .reading, busyMilliseconds: 0).database
      .integer("SELECT count(*) FROM mark")
    return (count ?? nil) ?? 0
  }

  /// Whether a version before 0.4 wrote a backup, which may have more days than all that can be read.
  private static func isOlder(_ path: String) -> Bool {
    do throws(StoreError) {
      _ = try Schema.open(path, busyMilliseconds: 0)
      return false
    } catch {
      return error == .olderVersion
    }
  }

  /// The newest backup without problems; checking each takes a while.
  public func newestGood(on today: Day) -> String? {
    newest(on: today) { (path) throws(StoreError) in try Store.requireIntact(path) }
  }

  /// The newest backup that is a store; each was checked when it was made.
  public func newestReadable(on today: Day) -> String? {
    newest(on: today) { (path) throws(StoreError) in
      _ = try Store(path: path, for: .reading, busyMilliseconds: 0)
    }
  }

  private func newest(
    on today: Day, _ require: (String) throws(StoreError) -> Void
  ) -> String? {
    let (past, ahead) = files(on: today)
    return (past + ahead).map(\.path).first { (try? require($0)) != nil }
  }

  /// Whether any file has the name of a backup.
  var hasAny: Bool { Files.names(in: directory).contains(where: Backups.isName) }

  private typealias File = (day: Day, path: String)

  /// The backups up to today, and those that a wrong clock has dated after it; each newest first.
  ///
  /// The store itself is left out: the settings may name a file that was a backup.
  private func files(
    on today: Day, but store: String? = nil
  ) -> (past: [File], ahead: [File]) {
    let itself = store.flatMap { FileIdentity($0) }
    let files = files.filter { itself == nil || FileIdentity($0.path) != itself }
    return (files.filter { $0.day <= today }, files.filter { $0.day > today })
  }

  private static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(suffix)
  }

  private var files: [File] {
    Files.names(in: directory)
      .compactMap { name in
        guard Backups.isName(name),
          let day = Day(
            String(name.dropFirst(Backups.prefix.count).dropLast(Backups.suffix.count))),
          Files.isRegular(place(day)), place(day).hasSuffix("/" + name)
        else { return nil }
        return (day, place(day))
      }
      .sorted { $0.day > $1.day }
  }

  private func place(_ day: Day) -> String {
    directory + "/" + Backups.prefix + day.description + Backups.suffix
  }

  private static let prefix = "haru-"
  private static let suffix = ".sqlite"
}

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
