import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruTerminal
import HaruText

/// Reads the days as the command line does; it never changes them.
@MainActor
struct DayReader {
  /// What was read, and what it depends on.
  struct Reading {
    let days: EditedDays
    /// When today ends.
    let ends: Instant
  }

  /// Why the days cannot be read, in a line.
  struct Problem: Error {
    let message: String
    /// Whether another process holds the lock, so that it is worth another try soon.
    var isBusy = false
  }

  /// The files that change the answer.
  static var files: [String] {
    let settings = try? SettingsFile.readGoodLines().settings
    let path = settings?.storePath(usual: Store.usualPath) ?? Store.usualPath
    return [SettingsFile.path, Files.resolved(path)] + LocalZone.files
  }

  static func read() throws(Problem) -> Reading {
    let settings = try settings()
    let provider = TimelineProvider(settings: settings, zone: TimeSource.local.zone())
    let boundary = provider.boundary
    let today = boundary.day(at: TimeSource.local.now())
    let ends = boundary.end(of: today)
    let found = try contents(settings, today: today)
    return Reading(
      days: EditedDays(
        record: found.record, notes: found.notes, reasons: found.reasons, today: today,
        firstWeekday: CalendarText.firstWeekday(by: settings)),
      ends: ends)
  }

  /// The settings without wrong lines, unless these could name another store.
  private static func settings() throws(Problem) -> Settings {
    let (settings, wrong): (Settings, [SettingsFile.WrongLine])
    do {
      (settings, wrong) = try SettingsFile.readGoodLines()
    } catch {
      throw Problem(message: "\(SettingsFile.path): \(error)")
    }
    guard let first = wrong.first, !settings.isStoreKnown else { return settings }
    throw Problem(message: ErrorText.line(first.error, file: first.place))
  }

  private typealias Contents = (record: Record, notes: [Day: String], reasons: [Day: String])

  private static func contents(
    _ settings: Settings, today: Day
  ) throws(Problem) -> Contents {
    let path = settings.storePath(usual: Store.usualPath)
    do {
      let store = try Store(
        path: path, usual: Store.usualPath, for: .reading, busyMilliseconds: 1000)
      return try store.reading {
        (
          try store.record(by: settings, today: today), try store.notes(), try store.restReasons()
        )
      }
    } catch StoreError.missing {
      return (.empty(by: settings, today: today), [:], [:])
    } catch let error as StoreError {
      throw Problem(message: ErrorText.line(error, path: path), isBusy: error == .busy)
    } catch {
      throw Problem(message: "\(error)")
    }
  }
}
