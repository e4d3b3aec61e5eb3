import ArgumentParser
import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSync
import HaruSystem
import HaruText

struct DoctorCommand: MainActorCommand {
  static var configuration: CommandConfiguration {
    .init("doctor", text("Check what works, and show how to fix the rest."))
  }

  func runOnMain() throws {
    let doctor = Doctor()
    let findings = doctor.findings()
    try printText(findings.map(\.line).joined(separator: "\n"))
    if findings.contains(where: { $0.mark == .broken }) {
      let isOfSettings = doctor.settings.contains { $0.mark == .broken }
      let status: Failure.Status = isOfSettings ? .configuration : .refused
      throw ExitCode(status.rawValue)
    }
  }
}

/// Checks everything that Haru depends on.
@MainActor
struct Doctor {
  func findings() -> [Finding] {
    let ofSettings = settings
    var findings = [language()] + ofSettings
    do {
      let context = try CommandContext(warns: false)
      findings.append(zone(context))
      findings += context.lostReminders.map { Finding(.worthKnowing, $0) } + hooks + sources
      findings.append(store(context))
      // Where these cannot be read, the finding about the store has the error.
      findings += (try? sync(context)) ?? []
      findings += (try? tasks(context)) ?? []
      findings += cards(context.settings)
      findings += watches()
      findings += GuestGroup.problems.map {
        Finding(.broken, text("guest: {reason}", ["reason": SafeText.line($0)]))
      }
    } catch {
      // A finding about the settings may have this error.
      let broken = Finding(.broken, error.message)
      if !ofSettings.contains(broken) { findings.append(broken) }
    }
    findings += desktop()
    findings += windows()
    findings.append(autostart())
    return findings
  }

  /// The findings about the settings file: each line that is wrong, or that all are right.
  var settings: [Finding] {
    do {
      let wrong = try SettingsFile.readGoodLines().wrong
      let sentences = wrong.map { Failure(readingSettings: $0).message } + GuestGroup.wrongLines
      let findings = sentences.map { Finding(.broken, $0) }
      guard findings.isEmpty else { return findings }
    } catch {
      return [Finding(.broken, Failure(readingSettings: error).message)]
    }
    let path = SettingsFile.path
    return [
      Finding(
        .works,
        Files.exists(path)
          ? text("settings: {path}", ["path": path])
          : text("settings: all as usual; there is no {path}", ["path": path]))
    ]
  }

  private func zone(_ context: CommandContext) -> Finding {
    if let name = LocalZone.unknownName { return Finding(.broken, DoctorText.unknownZone(name)) }
    let now = context.now.rfc3339(in: context.zone)
    return Finding(
      .works, text("time zone: {name} · now {now}", ["name": context.zone.name, "now": now]))
  }

  private func language() -> Finding {
    if let missing = Language.missing {
      return Finding(
        .worthKnowing,
        text(
          "language: locale not installed: {name}; create it with locale-gen, or choose another",
          ["name": missing]))
    }
    return Finding(.works, text("language: {name}", ["name": Language.name]))
  }

  /// What is in the directory of hooks.
  private var hooks: [Finding] {
    Files.names(in: Hook.directory).map { name in
      guard let hook = Hook(rawValue: name) else {
        return Finding(.worthKnowing, Hook.isNone(name))
      }
      // To try one would do what it is there for.
      return hook.refusal.map { Finding(.broken, $0) }
        ?? Finding(
          .worthKnowing,
          text("the hook {name} was not tried; to run it: haru hook {name}", ["name": name]))
    }
  }

  /// What the sources have said last.
  private var sources: [Finding] {
    do {
      let notes = SourceNotes()
      let sources = try DaySource.all()
      let ofNotes = sources.isEmpty ? nil : SourceNotes.problem.map { Finding(.broken, $0) }
      let ofSources = sources.map { source in
        let note = notes[source]
        if let problem = source.refusal ?? note?.answer.problem {
          return Finding(.broken, SourceText.state(source.name, problem))
        }
        return note?.at == nil
          ? Finding(
            .worthKnowing,
            text(
              "the source {name} was not asked yet; to ask it: haru sources ask",
              ["name": source.name]))
          : Finding(.works, SourceText.state(source.name, nil))
      }
      let others = try DaySource.others().map { Finding(.worthKnowing, $0.sentence) }
      return [ofNotes].compactMap(\.self) + ofSources + others
    } catch {
      return [Finding(.broken, "\(error)")]
    }
  }

  private func store(_ context: CommandContext) -> Finding {
    let path = context.storePath
    do throws(StoreError) {
      let store = try context.openStore(for: .reading)
      try store.requireNoProblems()
      try Store.tryWriting(path)
      if let mode = Files.openMode(of: path) {
        return Finding(
          .worthKnowing,
          text(
            "store: open to other users (mode {mode}): chmod 600 {path}",
            ["mode": mode, "path": shellQuoted(context.storeFile)]))
      }
      return Finding(.works, DoctorText.store(path, count: try store.markedDays().count))
    } catch .missing {
      return missingStore(context)
    } catch {
      return Finding(.broken, DoctorText.badStore(context.failure(error).message))
    }
  }

  private func missingStore(_ context: CommandContext) -> Finding {
    do throws(StoreError) {
      try Store.tryWriting(context.storePath)
      return Finding(
        .worthKnowing,
        text("store: none yet; the first mark creates it: {path}", ["path": context.storePath]))
    } catch {
      return Finding(.broken, DoctorText.badStore(context.failure(error).message))
    }
  }

  /// Why nothing can be written into a folder, in a sentence; `nil` if something can.
  private func refusal(of folder: String, _ failure: (SyncError) -> Failure) -> String? {
    do throws(SyncError) {
      try SyncFolder(folder).tryWriting()
      return nil
    } catch {
      return failure(error).message
    }
  }

  /// The finding about the exchange with other machines, if there is one.
  private func sync(_ context: CommandContext) throws(Failure) -> [Finding] {
    guard let machine = try context.thisMachine(), let path = machine.folder else { return [] }
    guard let waiting = try context.waitingForSync(machine) else {
      if let refusal = refusal(of: path, { Failure($0, folder: path) }) {
        return [Finding(.broken, DoctorText.sync(refusal))]
      }
      return [
        Finding(.works, text("sync: as {name} in {path}", ["name": machine.name, "path": path]))
      ]
    }
    return [Finding(machine.problem == nil ? .worthKnowing : .broken, DoctorText.sync(waiting))]
  }

  /// The finding about the task list, if one is kept.
  private func tasks(_ context: CommandContext) throws(Failure) -> [Finding] {
    guard let list = try context.taskList(), let path = list.folder else { return [] }
    let refusal = refusal(of: path) { Failure(tasks: $0, path) }
    guard let problem = list.sentence ?? refusal else {
      return [Finding(.works, text("tasks: in {path}", ["path": path]))]
    }
    return [Finding(.broken, DoctorText.tasks(because: problem))]
  }

  private func cards(_ settings: Settings) -> [Finding] {
    let drawer = ProgramFile().helper("haru-draw")
    let drawing =
      switch HelperState(of: drawer, withholding: GuestProgram.allSecrets) {
      case .works: Finding(.works, text("cards: drawn by {path}", ["path": drawer]))
      case .lacksLibrary:
        Finding(
          .worthKnowing,
          text("cards: haru-draw does not start without Pango: {path}", ["path": drawer]))
      case .isMissing:
        Finding(.worthKnowing, text("cards: haru-draw is not installed: {path}", ["path": drawer]))
      case .fails(let reason): Finding(.broken, ErrorText.cannotRun(drawer, reason))
      }
    // In the order of the manual, and not in that of a set.
    let hidden = Settings.CardPlace.allCases.filter(settings.hidden.contains)
    return [drawing]
      + hidden.map {
        Finding(.worthKnowing, DoctorText.cardsHidden(in: $0, because: SettingsFile.path))
      }
  }

  private func desktop() -> [Finding] {
    do {
      let bus = try Bus.session()
      return [Finding(.works, text("session bus: running"))] + server(bus) + [agent(bus)]
    } catch {
      return [Finding(.broken, RunningAgent.problem(error))]
    }
  }

  private func server(_ bus: Bus) -> [Finding] {
    let server = NotificationService(bus: bus)
    guard server.isThere else {
      return [
        server.canStart
          ? Finding(.worthKnowing, text("notification server: not running, starts when needed"))
          : Finding(.broken, text("notification server: none; install one, such as dunst or mako"))
      ]
    }
    guard let answer = server.answer else {
      return [
        Finding(
          .broken, text("notification server: does not answer; restart it, or log in again"))
      ]
    }
    let manner = answer.manner
    let itself =
      manner.hasButtons
      ? Finding(
        .works,
        text(
          "notification server: {name} · {capabilities}",
          ["name": answer.title, "capabilities": answer.capabilities.joined(separator: " ")]))
      : Finding(
        .worthKnowing,
        text(
          "notification server: {name} shows no buttons; use haru mark, or set a key with haru shortcut",
          ["name": answer.title]))
    return [itself, Finding(manner.isKnown ? .works : .worthKnowing, DoctorText.manner(manner))]
  }

  private func autostart() -> Finding {
    switch Autostart().isEnabled {
    case true?: Finding(.works, text("start at login: yes"))
    case false?:
      Finding(.worthKnowing, text("start at login: no; to enable it: haru autostart enable"))
    case nil:
      Finding(
        .worthKnowing,
        text("start at login: depends on your desktop; to see how: haru autostart status"))
    }
  }

  /// What opens windows; without a display none opens, whatever is installed.
  private func windows() -> [Finding] {
    let found = [CalendarWindow.finding, viewer()]
    guard found.contains(where: { $0.mark == .works }), !Display.isReachable else { return found }
    return found.filter { $0.mark != .works } + [Finding(.worthKnowing, ViewText.noDisplay)]
  }

  private func viewer() -> Finding {
    ViewPicture.viewer.map {
      Finding(.works, text("pictures: opened by {application}", ["application": $0.name]))
    }
      ?? Finding(
        .worthKnowing, text("pictures: no image viewer; install one, such as loupe or gwenview"))
  }

  private func agent(_ bus: Bus) -> Finding {
    guard let version = RunningAgent.version(on: bus) else {
      return Finding(.worthKnowing, text("agent: not running; start it with: haru agent start"))
    }
    guard version == Identity.version else {
      return Finding(
        .worthKnowing,
        text(
          "agent: running, version {version}, not {own}; log in again to start the installed version",
          ["version": version, "own": Identity.version]))
    }
    let starter = AgentProcess(bus: bus).starter
    return Finding(.works, DoctorText.agent(version, startedBy: starter))
  }
}

/// Whether a helper program, such as `haru-draw`, can be used.
enum HelperState {
  /// It does, and has printed this.
  case works(String)
  case isMissing
  /// It is installed, but a library that it needs is missing.
  case lacksLibrary
  /// It does not start, or ends as it should not, for a reason.
  case fails(String)

  /// Tries a program; one without a task ends at once, and may miss it.
  init(of program: String, task: [String] = [], withholding withheld: [String] = []) {
    guard ProgramFile.canRun(program) else {
      self = .isMissing
      return
    }
    do throws(GLibError) {
      let ending = try Subprocess.run([program] + task, withholding: withheld)
      switch ending.status {
      case 0, EX_USAGE: self = .works(ending.output)
      // The loader of libraries ends it so.
      case 127: self = .lacksLibrary
      case let status: self = .fails(text("status {number}", ["number": String(status)]))
      }
    } catch {
      self = .fails(error.message)
    }
  }
}
