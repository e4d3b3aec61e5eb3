import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruTerminal
import HaruText

/// Reads the days as the command line does; it never changes them.
@MainActor
struct DayReader {
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

  /// The days, and when today ends.
  static func read() throws(Problem) -> (days: EditedDays, ends: Instant) {
    let settings = try settings()
    let boundary = TimelineProvider(settings: settings, zone: TimeSource.local.zone()).boundary
    let today = boundary.day(at: TimeSource.local.now())
    return (try days(settings, today: today), boundary.end(of: today))
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

  private static func days(_ settings: Settings, today: Day) throws(Problem) -> EditedDays {
    let path = settings.storePath(usual: Store.usualPath)
    let firstWeekday = settings.weekBegins
    do {
      let store = try Store(
        path: path, usual: Store.usualPath, for: .reading, busyMilliseconds: 1000)
      return try store.reading {
        EditedDays(
          record: try store.record(by: settings, today: today), notes: try store.notes(),
          reasons: try store.restReasons(), today: today, firstWeekday: firstWeekday)
      }
    } catch StoreError.missing {
      return EditedDays(
        record: .empty(by: settings, today: today), today: today, firstWeekday: firstWeekday)
    } catch let error as StoreError {
      throw Problem(message: ErrorText.line(error, path: path), isBusy: error == .busy)
    } catch {
      throw Problem(message: "\(error)")
    }
  }
}
