import Glibc
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

/// Prints today, and again on each change, until its reader has gone.
///
/// It needs no agent: it watches the store, the settings, the zone and the end of the day itself.
/// Between changes it sleeps.
@MainActor
final class Follower {
  private let format: any StatusFormat
  private var lastLine: String?
  private var ending: Failure?
  private var isLookDue = false

  /// The file of the store, behind links.
  private var storeFile = ""
  private var alarm: WallClockAlarm?
  private var watch: FileWatch?
  private var bus: Bus?
  private var agentRuns = false

  init(format: any StatusFormat) {
    self.format = format
  }

  /// Runs until its reader or its parent process has gone, or a signal ends it.
  func run() throws {
    // Otherwise SIGPIPE would end the process before it can clean up.
    StandardStream.ignoreBrokenPipes()
    MainLoop.onHangUp(of: StandardStream.output.rawValue) { MainLoop.quit() }
    ParentProcess.onEnd { MainLoop.quit() }
    MainLoop.onTermination { MainLoop.quit() }
    do {
      alarm = try WallClockAlarm { [self] in lookSoon() }
    } catch {
      throw Failure(.inputOutput, "\(error)")
    }
    watch = FileWatch({ [self] in watched }) { [self] in changed($0) }
    if format.showsAgent { watchAgent() }
    // In the loop, because a first line that cannot be written quits it.
    lookSoon()
    MainLoop.run()
    if let ending { throw ending }
  }

  /// Looks in a later turn of the loop, once for everything that happens before.
  private func lookSoon() {
    guard !isLookDue else { return }
    isLookDue = true
    MainLoop.later { [self] in
      isLookDue = false
      look()
    }
  }

  private func look() {
    do throws(Failure) {
      let session = try Session()
      follow(session.storeFile)
      alarm?.set(session.provider.boundary.end(of: session.today).seconds)
      let record = try record(session)
      let timeline = session.provider.timeline(of: record, at: session.now, answered: session.now)
      let shown = ShownDay.now(session.now, today: session.today)
      alarm?.set(min(shown?.until ?? timeline.nextChange, timeline.nextChange).seconds)
      if let shown, let bar = format as? any BarFormat {
        tell(bar.past(History(of: record, today: shown.day)))
      } else {
        tell(format.today(timeline, session, agenda))
      }
    } catch {
      tell(error)
    }
  }

  private func record(_ session: Session) throws(Failure) -> Record {
    do throws(StoreError) {
      let store = try session.openStore(for: .reading, busyMilliseconds: 1000)
      let (record, isNews) = try store.record(
        restingOn: session.settings.restWeekdays, today: session.today)
      // Perhaps no other program looks before the day is over.
      if isNews { session.keepRestWeekdays() }
      return record
    } catch .missing {
      return session.emptyRecord
    } catch {
      if error == .busy { MainLoop.after(milliseconds: 1000) { [self] in lookSoon() } }
      throw Failure(error, path: session.storePath)
    }
  }

  // MARK: What is printed

  private func tell(_ failure: Failure) {
    let line = format.failure(failure)
    if format.isShort, line != lastLine { complain(failure.message) }
    tell(line)
  }

  private func tell(_ line: String) {
    guard line != lastLine else { return }
    lastLine = line
    guard !StandardStream.output.writeSafely(line + "\n") else { return }
    // That the reader has gone is the usual end; a full disk is an error.
    if ![EPIPE, EIO].contains(errno) { ending = Failure.standardOutput }
    MainLoop.quit()
  }

  // MARK: What is watched

  private var watched: [String] {
    [SettingsFile.path, ShownDay.path, WaitingMark.path, storeFile].filter { !$0.isEmpty }
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
    lookSoon()
  }

  /// What the agent has yet to do; `nil` if none runs, or the format shows only that a click waits.
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
    ) { [self] _ in lookSoon() }
  }

  private func setAgentRuns(_ runs: Bool) {
    agentRuns = runs
    lookSoon()
  }
}
