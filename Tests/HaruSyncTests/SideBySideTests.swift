import Foundation
import HaruCore
import HaruLog
import HaruStore
import HaruSync
import OwnProcess
import Support
import Testing

/// Several processes exchange at the same time: of one store, or of several with one folder.
@Suite struct SideBySideTests {
  /// Exchanges a store again and again, in a process of its own.
  private func exchange(_ stores: [String], times: Int, at now: Instant) async {
    await withTaskGroup(of: Void.self) { group in
      for path in stores {
        group.addTask {
          await inOwnProcess(given: path, times, now.seconds) {
            let (path, times, now) = try Given.value(of: String.self, Int.self, Int64.self)
            let store = try Store(path: path, for: .writing)
            for _ in 0..<times {
              let report: SyncReport?
              do {
                report = try LogExchange.run(of: store, at: Instant(now))
              } catch {
                Issue.record("\(error)")
                return
              }
              #expect(report?.problems == [:])
            }
          }
        }
      }
    }
  }

  /// The agent and a command exchange the same store.
  @Test func twoExchangesOfOneStoreLoseNothing() async throws {
    let desk = try Peer("desk", FolderBench())
    for round in 0..<5 {
      for day in 10...15 {
        try desk.mark("2026-11-\(day)", studied: round % 2 == 0, at: round * 100 + day)
      }
      let path = desk.store.path
      await exchange([path, path, path], times: 5, at: round < 4 ? present : monthLater)
    }
    let new = try Peer("new", desk.folder)
    try new.exchange()
    try requireAgreement([desk, new], marks: 6)
    #expect(try new.store.contents().journal.count == 30)
  }

  /// Three machines make one file of the same month at the same moment, on a network file system.
  @Test func twoThatMergeAMonthAtOnceLoseNothing() async throws {
    let folder = FolderBench()
    let machines = try (0..<3).map { try Peer("m\($0)", folder) }
    for (index, peer) in machines.enumerated() {
      for day in 10...19 {
        try peer.store.setNote(
          String(repeating: "\(index)", count: 20_000), on: date("2026-11-\(day)"),
          by: said(index * 100 + day))
        try peer.exchange()
      }
    }
    await exchange(machines.map(\.store.path), times: 3, at: monthLater)
    for peer in machines + machines { try peer.exchange(at: monthLater) }
    let new = try Peer("new", folder)
    try new.exchange(at: monthLater)
    try requireAgreement(machines + [new])
    #expect(try new.store.contents().journal.count >= 30)
    #expect(try folder.names("Log").filter { !$0.hasSuffix(".jsonl") } == [])
  }
}
