import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem

/// Tells when today may look different: after a change of the store, the settings or the zone, and at a time.
///
/// It needs no agent. Between changes it sleeps.
@MainActor
final class TodayWatch {
  private let others: [String]
  private let onUpdate: @MainActor () -> Void
  private var isUpdateDue = false
  private var alarm: WallClockAlarm?
  private var files: FileWatch?

  /// The file of the store, with all links resolved.
  private var storeFile = ""

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - others: More files that are watched.
  ///   - onUpdate: Shows today: at the start, and once for all changes of a turn of the loop.
  init(of others: [String] = [], onUpdate: @escaping @MainActor () -> Void) {
    (self.others, self.onUpdate) = (others, onUpdate)
  }

  /// Runs until the reader of standard output or the parent process has ended, or a signal ends it.
  func run() throws(Failure) {
    // Otherwise SIGPIPE would end the process before it can clean up.
    StandardStream.ignoreBrokenPipes()
    MainLoop.onHangUp(of: StandardStream.output.rawValue) { MainLoop.quit() }
    ParentProcess.onEnd { MainLoop.quit() }
    MainLoop.onTermination { MainLoop.quit() }
    do {
      alarm = try WallClockAlarm { [self] in schedule() }
    } catch {
      throw Failure(.inputOutput, "\(error)")
    }
    files = FileWatch({ [self] in watched }) { [self] _ in
      LocalZone.reload()
      schedule()
    }
    // In the loop, because a first line that cannot be written quits it.
    schedule()
    MainLoop.run()
  }

  /// Updates in the next turn of the loop, once for all events before.
  func schedule() {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    MainLoop.later { [self] in
      isUpdateDue = false
      onUpdate()
    }
  }

  /// Watches the store of a context, and wakes at the end of its day.
  func follow(_ context: CommandContext) {
    wake(at: context.provider.boundary.end(of: context.today))
    guard context.storeFile != storeFile else { return }
    storeFile = context.storeFile
    files?.look()
  }

  /// Sets the time of the next update, unless something changes before.
  func wake(at instant: Instant) { alarm?.set(instant.seconds) }

  private var watched: [String] {
    ([SettingsFile.path, storeFile] + others).filter { !$0.isEmpty } + LocalZone.files
  }
}
