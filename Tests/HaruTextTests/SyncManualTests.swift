import HaruText
import Support
import Testing

/// haru-sync(7) explains what `haru sync status` and `haru sync check` say.
@Suite struct SyncManualTests {
  private let device = "desk-1a2b3c4d"
  private let folder = "~/Haru"

  private var sentences: [String] {
    let file = device + "/000002.jsonl"
    return [
      SyncText.withoutNotes, SyncText.waiting(count: 2),
      SyncText.waiting(count: 2, because: "REASON"), SyncText.missing(folder),
      SyncText.emptied(folder), SyncText.full(folder), SyncText.readOnly(folder),
      SyncText.notADirectory(folder), SyncText.refused(folder, device),
      SyncText.refused(folder, because: "REASON"), SyncText.busy(folder),
      SyncText.missing(of: device, 7...7),
      SyncText.clockIsAhead(device), SyncText.unknown(count: 2), SyncText.sound,
      SyncText.taken(count: 2), SyncText.damaged(device, count: 2),
      SyncText.leftOut(file, because: SyncText.isNoFile),
      SyncText.leftOut(file, because: SyncText.isTooLarge),
      SyncText.leftOut(file, because: SyncText.because("REASON")),
      SyncText.leftOut(device, because: SyncText.notText(count: 2)),
      SyncText.leftOut(device, because: SyncText.tooMany(count: 2)),
      SyncText.renamed("lap-9f8e7d6c"),
    ]
  }

  @Test func theManualHasEverySentence() throws {
    let explained = try SourceTree.read("share/man/haru-sync.7").split(separator: "\n")
      .filter { $0.hasPrefix(".It Li \"") }.map { String($0.dropFirst(8).dropLast()) }
    #expect(Set(explained) == Set(sentences))
  }
}
