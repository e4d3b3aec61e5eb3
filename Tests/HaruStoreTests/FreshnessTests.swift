import Foundation
import HaruCore
import Support
import Testing

@testable import HaruStore

/// A store that stays open notices that it has to be opened again.
@Suite struct FreshnessTests {
  let bench: StoreBench

  init() throws {
    bench = try StoreBench()
  }

  @Test(arguments: [Store.Purpose.writing, .reading])
  func anOpenStoreStaysCurrentWhileOthersWrite(purpose: Store.Purpose) throws {
    try bench.open().set("2026-11-20")
    let store = try bench.open(purpose)
    #expect(store.isFresh)
    try bench.open().set("2026-11-19")
    #expect(store.isFresh)
    #expect(try store.marks() == ["2026-11-20", "2026-11-19"])
  }

  @Test func anOpenStoreIsStaleWhenItsFileIsReplaced() throws {
    try bench.open().set("2026-11-20")
    let store = try bench.open(.reading)
    try FileManager.default.moveItem(atPath: bench.path, toPath: bench.path + ".away")
    #expect(!store.isFresh)
    let other = try bench.open()
    #expect(!store.isFresh)
    #expect(other.isFresh)
  }

  /// An older store that was opened for reading has no rest days until another process migrates it; a
  /// newer one is refused.
  @Test func anOpenStoreIsStaleWhenItsSchemaChanges() throws {
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/schema-1.sqlite")
    try bench.write(try Data(contentsOf: fixture))
    let old = try bench.open(.reading)
    #expect(old.isFresh)
    let present = try bench.open()
    #expect(!old.isFresh)
    #expect(present.isFresh)
    try execute("PRAGMA user_version = \(Schema.version + 1)", on: bench.path)
    #expect(!present.isFresh)
  }
}
