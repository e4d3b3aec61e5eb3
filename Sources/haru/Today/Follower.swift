import Glibc
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

/// Prints today, and prints it again on each change, until its reader has ended.
///
/// It needs no agent: it watches the store, the settings, the zone and the end of the day itself.
/// Between changes it sleeps.
@MainActor
final class Follower {
  private let format: any StatusFormat
  private var lastLine: String?
  private var ending: Failure?
  private var isUpdateDue = false

  /// The file of the store, with all links resolved.
  private var storeFile = ""
  private var alarm: WallClockAlarm?
  private var watch: FileWatch?
  private var bus: Bus?
  private var agentRuns = false

  init(format: any StatusFormat) {
    self.format = format
  }

  /// Runs until its reader or its parent process has ended, or a signal ends it.
  func run() throws {
    // Otherwise SIGPIPE would end the process before it can clean up.
    StandardStream.ignoreBrokenPipes()
    MainLoop.onHangUp(of: StandardStream.output.rawValue) { MainLoop.quit() }
    ParentProcess.onEnd { MainLoop.quit() }
    MainLoop.onTermination { MainLoop.quit() }
    do {
      alarm = try WallClockAlarm { [self] in scheduleUpdate() }
    } catch {
      throw Failure(.inputOutput, "\(error)")
    }
    watch = FileWatch({ [self] in watched }) { [self] in changed($0) }
    if format.showsAgent { watchAgent() }
    // In the loop, because a first line that cannot be written quits it.
    scheduleUpdate()
    MainLoop.run()
    if let ending { throw ending }
  }

  /// Prints today in the next turn of the loop, once for all events before.
  private func scheduleUpdate() {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    MainLoop.later { [self] in
      isUpdateDue = false
      update()
    }
  }

  private func update() {
    do throws(Failure) {
      let context = try CommandContext()
      follow(context.storeFile)
      alarm?.set(context.provider.boundary.end(of: context.today).seconds)
      let record = try record(context)
      let timeline = context.provider.timeline(of: record, at: context.now, answered: context.now)
      let shown = ShownDay.now(context.now, today: context.today)
      alarm?.set(min(shown?.until ?? timeline.nextChange, timeline.nextChange).seconds)
      if let shown, let bar = format as? any BarFormat {
        printLine(bar.past(History(of: record, today: shown.day)))
      } else {
        printLine(format.today(timeline, context, agenda))
      }
    } catch {
      printFailure(error)
    }
  }

  private func record(_ context: CommandContext) throws(Failure) -> Record {
    do throws(StoreError) {
      let store = try context.openStore(for: .reading, busyMilliseconds: 1000)
      let (record, isNews) = try store.record(
        restingOn: context.settings.restWeekdays, today: context.today,
        startsAt: context.settings.dayStartsAt, at: context.now)
      // Perhaps no other program looks before the day is over.
      if isNews { context.keepRestWeekdays() }
      return record
    } catch .missing {
      return context.emptyRecord
    } catch {
      if error == .busy { MainLoop.after(milliseconds: 1000) { [self] in scheduleUpdate() } }
      throw Failure(error, path: context.storePath)
    }
  }

  // MARK: What is printed

  private func printFailure(_ failure: Failure) {
    let line = format.failure(failure)
    if format.isShort, line != lastLine { complain(failure.message) }
    printLine(line)
  }

  private func printLine(_ line: String) {
    guard line != lastLine else { return }
    lastLine = line
    guard !StandardStream.output.writeSafely(line + "\n") else { return }
    // That the reader has gone is the usual end; a full disk is an error.
    if ![EPIPE, EIO].contains(errno) { ending = Failure.standardOutput }
    MainLoop.quit()
  }

  // MARK: What is watched

  private var watched: [String] {
    [SettingsFile.path, ShownDay.path, UnsavedClickFile.path, storeFile].filter { !$0.isEmpty }
      + LocalZone.files
  }

  private func follow(_ file: String) {
    guard file != storeFile else { return }
    storeFile = file
    watch?.look()
  }

  private func changed(_ file: String) {
    // A click on the bar marks today, so today is to be seen. GLib may report a change a second late.
    if file == storeFile { ShownDay.end(ifOlderThan: file) }
    LocalZone.reload()
    scheduleUpdate()
  }

  /// What the agent has yet to do; `nil` if none runs, or if the format shows it only while a click waits,
  /// and none does.
  private var agenda: Agenda? {
    guard format.showsAgent else { return RunningAgent.agendaIfClickWaits }
    return agentRuns ? bus.map(RunningAgent.agenda(on:)) : nil
  }

  private func watchAgent() {
    guard let bus = try? Bus.session() else { return }
    self.bus = bus
    // Read at once, so that the first line is right.
    agentRuns = bus.isOwned(AgentInterface.busName)
    bus.watch(
      name: AgentInterface.busName, appeared: { [self] _ in setAgentRuns(true) },
      vanished: { [self] in setAgentRuns(false) })
    bus.onClose { [self] in setAgentRuns(false) }
    bus.subscribe(
      sender: AgentInterface.busName, interface: "org.freedesktop.DBus.Properties",
      member: "PropertiesChanged", path: AgentInterface.objectPath
    ) { [self] _ in scheduleUpdate() }
  }

  private func setAgentRuns(_ runs: Bool) {
    agentRuns = runs
    scheduleUpdate()
  }
}
