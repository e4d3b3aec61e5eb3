internal import Glibc
internal import HaruCore

/// What the date of a log says about the file beside it (docs/design.md#the-log).
///
/// Haru writes a fingerprint of the file into the fraction of that date. Where another program wrote the
/// log last, or a file system keeps no fractions, a log is at least never older than its file.
enum LogDate {
  /// The second that says that the log is being copied into the file, which changes meanwhile.
  private static let copying = 1

  /// Whether a log belongs to the file that is there now.
  static func isOf(_ log: stat, beside file: stat) -> Bool {
    let (date, changed) = (log.st_mtim, file.st_ctim)
    if date.tv_sec == copying { return [0, fingerprint(ofInode: file)].contains(date.tv_nsec) }
    if date.tv_nsec == fingerprint(of: file) { return true }
    let isCoarse = date.tv_nsec == 0 && changed.tv_nsec == 0
    let youngest = date.tv_sec + (isCoarse ? 1 : 0)
    return (youngest, date.tv_nsec) >= (changed.tv_sec, changed.tv_nsec)
  }

  /// Dates the log after a change of either, by this program.
  static func set(_ target: String) {
    var file = stat()
    if stat(target, &file) == 0 { set(target, fingerprint(of: file)) }
  }

  /// Dates the log of the file that had a fingerprint.
  static func set(_ target: String, _ fingerprint: Int) {
    var log = stat()
    guard stat(target + "-wal", &log) == 0 else { return }
    // A second before its last change: whatever the fraction, never later than a change that follows.
    set(target, log.st_ctim.tv_sec - 1, fingerprint)
  }

  /// Dates the log before it is copied into the file.
  ///
  /// A process that is killed meanwhile leaves this date, and the log still belongs to the file.
  static func setCopying(_ target: String) {
    var file = stat()
    guard stat(target, &file) == 0 else { return }
    set(target, copying, fingerprint(ofInode: file))
  }

  private static func set(_ target: String, _ seconds: Int, _ nanoseconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    utimensat(AT_FDCWD, target + "-wal", [time, time], 0)
  }

  // MARK: Fingerprints

  /// What another program changes with the contents of the file.
  ///
  /// A changed mode or a second name leaves it as it is, and so does a copy of both files with their
  /// dates.
  static func fingerprint(of file: stat) -> Int {
    fingerprint([file.st_mtim.tv_sec, file.st_mtim.tv_nsec, Int(file.st_size)])
  }

  private static func fingerprint(ofInode file: stat) -> Int {
    fingerprint([Int(file.st_ino)])
  }

  /// Whole microseconds, which more file systems keep than nanoseconds; never 0.
  private static func fingerprint(_ numbers: [Int]) -> Int {
    let hash = numbers.map { $0.littleEndian }.withUnsafeBytes(StableHash.of)
    return Int((hash ^ hash >> 32) % 999_999 + 1) * 1000
  }
}
