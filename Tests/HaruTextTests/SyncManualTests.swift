import HaruCore
import HaruText
import Support
import Testing

/// haru-sync(7) explains what `haru sync status` and `haru sync check` say.
@Suite struct SyncManualTests {
  private let device = "desk-1a2b3c4d"
  private let folder = "/home/kim/Haru"

  private var sentences: [String] {
    let file = "Log/2026-11-6a5897fd9efe59ee325486cd5fcd31a1.jsonl"
    return [
      SyncText.withoutNotes, SyncText.waiting(count: 2),
      SyncText.waiting(count: 2, because: "REASON"), SyncText.missing(folder),
      SyncText.emptied(folder), SyncText.full(folder), SyncText.readOnly(folder),
      SyncText.notADirectory(folder), SyncText.refused(folder, device),
      SyncText.refused(folder, because: "REASON"), SyncText.busy(folder),
      SyncText.digest("7f3a-91c2"), SyncText.notArrived(count: 2), SyncText.silent(folder),
      SyncText.clockIsAhead(device), SyncText.unknown(count: 2), SyncText.sound,
      SyncText.taken(count: 2),
      ErrorText.reason(.damagedRows),
      SyncText.leftOut(file + ":3 (2026-11-21)", because: SyncText.isUnknown),
      SyncText.leftOut(file, because: SyncText.isNoFile),
      SyncText.leftOut("inbox/2026-02-30", because: SyncText.isNoDay),
      SyncText.leftOut("inbox/0001-01-01", because: SyncText.isTooOld),
      SyncText.leftOut(file, because: SyncText.isTooLarge),
      SyncText.leftOut(file, because: SyncText.isDamaged),
      SyncText.noEntries(in: file, count: 2, first: 3),
      SyncText.leftOut(file, because: SyncText.because("REASON")),
      SyncText.leftOut("Log", because: SyncText.notText(count: 2)),
      SyncText.leftOut("Log", because: SyncText.tooMany(count: 2)),
    ]
  }

  @Test func theManualHasEverySentence() throws {
    let explained = try SourceTree.read("share/man/haru-sync.7").split(separator: "\n")
      .filter { $0.hasPrefix(".It Li \"") }
      // People know where that is; a sentence has the whole path, which a shell reads as it is.
      .map { String($0.dropFirst(8).dropLast()).replacing("~/", with: "/home/kim/") }
    #expect(Set(explained) == Set(sentences))
  }
}
