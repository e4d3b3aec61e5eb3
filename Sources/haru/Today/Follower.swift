import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// Prints today, and prints it again on each change, until its reader has ended.
///
/// It needs no agent, and sleeps between changes (`TodayWatch`).
@MainActor
final class Follower {
  private let format: StatusFormat
  private var lastLine: String?
  private var ending: Failure?
  private var watch: TodayWatch?
  private var bus: Bus?
  private var agentRuns = false

  init(format: StatusFormat) {
    self.format = format
  }

  /// Runs until its reader or its parent process has ended, or a signal ends it.
  func run() throws {
    let watch = TodayWatch(of: [UnsavedClickFile.path]) { [self] in update() }
    self.watch = watch
    if format.showsAgent { watchAgent() }
    try watch.run()
    if let ending { throw ending }
  }

  private func update() {
    do throws(Failure) {
      let context = try CommandContext()
      watch?.follow(context)
      let report = try context.todayReport(agenda)
      watch?.wake(at: report.timeline.nextChange)
      printLine(format.output(for: report))
    } catch {
      // What holds a lock need not change anything.
      if error.status == .tryAgain {
        MainLoop.after(milliseconds: 1000) { [self] in watch?.schedule() }
      }
      printFailure(error)
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

  // MARK: The agent

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
    ) { [self] _ in watch?.schedule() }
  }

  private func setAgentRuns(_ runs: Bool) {
    agentRuns = runs
    watch?.schedule()
  }
}
