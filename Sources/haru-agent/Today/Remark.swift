internal import HaruLog

/// A line of today's notification about something else than today.
struct Remark: Equatable {
  let line: String
  /// The changes that it tells, which *Undo* takes back beside it; `nil` for none.
  var batch: EntryName?
}
