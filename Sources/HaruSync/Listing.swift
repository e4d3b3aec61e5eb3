internal import Glibc
public import HaruStore
internal import HaruSystem

extension SyncListing {
  /// Names that are listed at most, so that a hostile folder does not fill the memory.
  static var mostNames: Int { 4096 }

  /// Lists what a directory holds.
  ///
  /// - Parameters:
  ///   - directory: The directory.
  ///   - most: How many names are looked at; of more, the first by name.
  ///   - isWanted: Which names to look at.
  ///   - finding: What a name stands for, or why it is not listed.
  /// - Throws: `SystemError` if the directory cannot be read.
  init(
    of directory: OpenFile, atMost most: Int = mostNames, names isWanted: (String) -> Bool,
    finding: (String, stat) -> Result<Item, SyncProblem>
  ) throws(SystemError) {
    var names = FoundNames(most: most)
    try directory.forEachName { names.add($0, isWanted) }
    var items: [Item] = []
    var problems: [SyncProblem] = []
    for name in names.sorted {
      do throws(SystemError) {
        switch finding(name, try directory.status(of: name)) {
        case .success(let item): items.append(item)
        case .failure(let problem): problems.append(problem)
        }
      } catch  where error.number == ENOENT {
        // It went meanwhile.
      } catch {
        problems.append(.system(name, error.number))
      }
    }
    let leftOut = names.leftOut
    if leftOut > 0 { problems.append(.tooMany(leftOut)) }
    if names.notUTF8 > 0 { problems.append(.notUTF8(names.notUTF8)) }
    self.init(items: items, problems: problems)
  }
}

/// The first names of a directory, in no more memory than they need.
private struct FoundNames {
  /// How many are kept.
  let most: Int
  private var kept: [String] = []
  /// How many are not UTF-8.
  private(set) var notUTF8 = 0
  private var wanted = 0

  init(most: Int) {
    self.most = most
  }

  mutating func add(_ name: String?, _ isWanted: (String) -> Bool) {
    guard let name else { return notUTF8 += 1 }
    guard isWanted(name) else { return }
    wanted += 1
    kept.append(name)
    if kept.count == 2 * most { kept = sorted }
  }

  /// The first, in order.
  var sorted: [String] { Array(kept.sorted().prefix(most)) }

  /// How many wanted ones are not among the first.
  var leftOut: Int { max(0, wanted - most) }
}

extension stat {
  /// A text that is another one once the file was replaced or changed.
  var stamp: String { FileStamp(self).description }
}

/// Something in a folder that is not as Haru leaves it; the rest is read nevertheless.
///
/// Names are as they were found. Who shows one cleans it.
public enum SyncProblem: Error, Hashable, Sendable {
  /// So many names are not UTF-8, and can therefore not be shown.
  case notUTF8(Int)
  /// So many more are there than are read.
  case tooMany(Int)
  /// Something of this name is no regular file (or directory), such as a link or a pipe. It was not opened.
  case refused(String)
  /// A file in the inbox has the name of a day that is in no calendar.
  case notADay(String)
  /// A file in the inbox has the name of a day long before the first studied one.
  case tooOld(String)
  /// The file of this name is larger than is read.
  case tooLarge(String)
  /// The file of this name holds something else than it was written with: it is still being carried, or
  /// damaged.
  case damaged(String)
  /// So many lines of the file of this name are no entries; the first of them is this one, counted from 1. Its other
  /// lines are read.
  case noEntries(String, Int, first: Int)
  /// A line of the file of this name is kept, and not understood: a newer Haru has made it, or it says what no store
  /// holds.
  case notUnderstood(String, UnknownLine)
  /// The inbox cannot be read, or a file in it not be taken away, for this reason.
  case inbox(SyncError)
  /// The system refused to read the file of this name, with this error number.
  case system(String, Int32)
}

/// What was found in a folder.
public struct SyncListing<Item: Hashable & Sendable>: Hashable, Sendable {
  /// What is to be read, sorted by name.
  public let items: [Item]
  /// What is not.
  public let problems: [SyncProblem]

  /// Makes a listing.
  public init(items: [Item], problems: [SyncProblem] = []) {
    (self.items, self.problems) = (items, problems)
  }
}
