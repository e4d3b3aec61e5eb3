internal import Glibc
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
  ///   - finding: What a name stands for.
  /// - Throws: `SystemError` if the directory cannot be read.
  init(
    of directory: OpenFile, atMost most: Int = mostNames, names isWanted: (String) -> Bool,
    finding: (String, stat) -> Finding<Item>
  ) throws(SystemError) {
    var names = FoundNames(most: most)
    try directory.forEachName { names.add($0, isWanted) }
    var items: [Item] = []
    var problems: [SyncProblem] = []
    for name in names.sorted {
      do throws(SystemError) {
        switch finding(name, try directory.status(of: name)) {
        case .item(let item): items.append(item)
        case .refused: problems.append(.refused(name))
        case .notADay: problems.append(.notADay(name))
        case .nothing: break
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

/// What a name in a directory stands for.
enum Finding<Item> {
  /// An item, which is listed.
  case item(Item)
  /// A link, a pipe or the like with the name of an item; it is not opened.
  case refused
  /// A name that looks like a date, and that no calendar has.
  case notADay
  /// Something that is not Haru's.
  case nothing
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
