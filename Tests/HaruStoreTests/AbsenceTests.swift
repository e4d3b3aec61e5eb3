import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// No new store begins while the old one is out of reach.
@Suite struct AbsenceTests {
  let bench: StoreBench

  init() throws {
    bench = try StoreBench()
    try FileManager.default.createDirectory(
      atPath: bench.scratch("disk"), withIntermediateDirectories: false)
  }

  private var own: String { bench.scratch("disk/haru.sqlite") }
  private var address: String { bench.path + ".moved" }

  /// Opens the store at the path in the settings.
  private func openOwn(_ purpose: Store.Purpose) throws(StoreError) -> Store {
    try Store(path: own, usual: bench.path, for: purpose)
  }

  private func expectAbsent(address: String? = nil) throws {
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.absent(own, address: address)) { try openOwn(purpose) }
    }
    #expect(!FileManager.default.fileExists(atPath: own))
  }

  @Test func aCustomPathWithoutAnEarlierStoreGetsANewOne() throws {
    #expect(throws: StoreError.missing) { try openOwn(.reading) }
    try openOwn(.writing).set("2026-11-20")
    #expect(try openOwn(.reading).marks() == ["2026-11-20"])
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

  @Test func aMovedStoreIsNotCreatedAgain() throws {
    try bench.scratch.write(own + "\n", to: "haru/haru.sqlite.moved")
    try expectAbsent(address: address)
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.absent(own, address: address)) {
        try Store(path: bench.path, usual: bench.path, for: purpose)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: bench.path))
  }

  @Test func anAddressWithoutItsLastNewlineIsValid() throws {
    try Store(path: own, for: .writing).set("2026-11-19")
    try bench.scratch.write(own, to: "haru/haru.sqlite.moved")
    try bench.open().set("2026-11-20")
    #expect(try Store(path: own, for: .reading).marks() == ["2026-11-20", "2026-11-19"])
    #expect(!FileManager.default.fileExists(atPath: bench.path))
  }

  /// Only a missing file means that there is no address.
  @Test(arguments: ["", "\n", "nonsense", "disk/haru.sqlite\n"])
  func anInvalidAddressIsAnError(text: String) throws {
    let open = try bench.open()
    try bench.scratch.write(text, to: "haru/haru.sqlite.moved")
    #expect(open.hasMoved)
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.badAddress(address)) { try bench.open(purpose) }
    }
    #expect(throws: StoreError.badAddress(address)) { try open.set("2026-11-20") }
    #expect(throws: StoreError.badAddress(address)) { try Store.place(of: bench.path) }
  }

  @Test func anUnreadableAddressIsAnError() throws {
    // Not even by root.
    try FileManager.default.createDirectory(atPath: address, withIntermediateDirectories: true)
    for purpose in [Store.Purpose.reading, .writing] {
      #expect(throws: StoreError.notAFile(address)) { try bench.open(purpose) }
    }
    #expect(!FileManager.default.fileExists(atPath: bench.path))
  }

  @Test func aChangedSymbolicLinkIsNoticed() throws {
    let others = ["one", "two"].map { bench.scratch("disk/\($0).sqlite") }
    for other in others { try Store(path: other, for: .writing).set("2026-11-18") }
    let link = bench.scratch("link.sqlite")
    symlink(others[0], link)
    let open = try Store(path: link, for: .writing)
    #expect(!open.hasMoved)
    unlink(link)
    symlink(others[1], link)
    #expect(open.hasMoved)
    #expect(throws: StoreError.moved(to: link)) { try open.set("2026-11-20") }
    #expect(try Store(path: others[0], for: .reading).marks() == ["2026-11-18"])
  }
}
