import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// No new store begins while the old one is out of reach.
@Suite struct AbsenceTests {
  let bench = StoreBench()

  init() throws {
    try bench.scratch.makeFolder("disk")
  }

  private var own: String { bench.scratch("disk/haru.sqlite") }

  /// Opens the store at the path in the settings.
  private func openOwn(_ purpose: Store.Purpose) throws(StoreError) -> Store {
    try Store(path: own, usual: bench.path, for: purpose)
  }

  private func expectAbsent(link: String? = nil) throws {
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.absent(own, link: link)) { try openOwn(purpose) }
    }
    #expect(!FileManager.default.fileExists(atPath: own))
  }

  @Test func aCustomPathWithoutAnEarlierStoreGetsANewOne() throws {
    #expect(throws: StoreError.missing) { try openOwn(.reading) }
    try openOwn(.writing).set("2026-11-20")
    #expect(try openOwn(.reading).marks() == ["2026-11-20"])
  }

  /// Who exchanges an existing store makes none, if that has gone meanwhile.
  @Test func aStoreThatIsToBeChangedIsNotMade() throws {
    #expect(throws: StoreError.missing) { try openOwn(.changing) }
    #expect(!FileManager.default.fileExists(atPath: own))
    try openOwn(.writing).set("2026-11-20")
    try openOwn(.changing).set("2026-11-19")
    #expect(try openOwn(.reading).marks() == ["2026-11-20", "2026-11-19"])
  }

  @Test func aMissingDirectoryOfACustomPathIsNotCreated() throws {
    try FileManager.default.removeItem(atPath: bench.scratch("disk"))
    try expectAbsent()
    #expect(!FileManager.default.fileExists(atPath: bench.scratch("disk")))
    // The usual directory exists.
    try Store(path: bench.path, usual: bench.path, for: .writing).set("2026-11-20")
  }

  @Test(arguments: ["haru.sqlite.moved-20261120-093000", "backups/haru-2026-11-20.sqlite"])
  func tracesOfAStorePreventANewOne(trace: String) throws {
    try bench.scratch.write("", to: "haru/" + trace)
    try expectAbsent()
    // The same store, with its disk connected again.
    try Store(path: own, for: .writing).set("2026-11-19")
    #expect(try openOwn(.writing).marks() == ["2026-11-19"])
  }

  /// A link leads to a file that is not there: from the usual path, or from another one.
  @Test func aLinkedStoreIsNotCreatedAgain() throws {
    try bench.scratch.makeFolder("haru")
    symlink(own, bench.path)
    try expectAbsent(link: bench.path)
    let other = bench.scratch("other.sqlite")
    symlink(own, other)
    for (path, usual) in [(bench.path, bench.path), (other, bench.path), (other, nil)] {
      for purpose in [Store.Purpose.reading, .writing] {
        #expect(throws: StoreError.absent(own, link: path)) {
          try Store(path: path, usual: usual, for: purpose)
        }
      }
    }
    #expect(try names(in: bench.scratch("disk")) == [])
  }

  /// The folder of the store is a link to a disk that is away.
  @Test func aLinkedFolderOfTheStoreIsNotCreated() throws {
    let (folder, target) = (bench.scratch("haru"), bench.scratch("away"))
    symlink(target, folder)
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.absent(target, link: folder)) {
        try Store(path: bench.path, usual: bench.path, for: purpose)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  /// An emptied store is a deleted one, wherever it is; SQLite takes a file of one byte for empty.
  @Test(arguments: ["", "\n"], [true, false])
  func anEmptiedStoreIsNoNewOne(contents: String, isUsual: Bool) throws {
    let path = isUsual ? bench.path : own
    try bench.scratch.write(contents, to: isUsual ? "haru/haru.sqlite" : "disk/haru.sqlite")
    func open() throws(StoreError) { _ = try Store(path: path, usual: bench.path, for: .writing) }
    try bench.scratch.write("", to: "haru/backups/haru-2026-11-20.sqlite")
    #expect(throws: StoreError.deleted) { try open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(contents.utf8))
    // The user wants a new one.
    try Store.begin(path)
    try open()
  }
}
