internal import HaruCore
internal import HaruDesktop
internal import HaruNotify
internal import HaruSession
internal import HaruText
public import Logging

/// The agent on the real clock, bus, store and server: what wakes it, put together.
@MainActor
public final class LiveAgent {
  /// How the process ends, as its exit status says it.
  public enum Ending: Int32, Sendable {
    /// As asked, or because another agent runs already.
    case done = 0
    /// There is no session bus.
    case noBus = 69
    /// To be started again: the bus has gone, or this program is not the newest.
    case startAgain = 75
  }

  private let log: Logger
  private let bus: Bus
  private let application: Application
  private let notifier: Notifier
  private let digest: DigestNotifier
  private static let icon = "share/icons/hicolor/scalable/apps/\(Identity.application).svg"

  private let program = ProgramFile()
  private var object: AgentObject?
  private var agent: Agent?
  private var settingsWatch: FileWatch?
  private var zoneWatch: ZoneWatch?
  private let dailyBackup: DailyBackup
  private var ending = Ending.done
  private var isOutdated = false

  /// Runs the agent until it has to end.
  ///
  /// - Parameters:
  ///   - isService: Whether it was started to serve, and so shows only what a login calls for.
  ///   - addresses: What it was started to open.
  ///   - log: Where it says what it does.
  /// - Returns: How the process has to end.
  public static func run(isService: Bool, opening addresses: [String], log: Logger) -> Ending {
    let bus: Bus
    do {
      bus = try Bus.session()
    } catch {
      log.error("no session bus: \(error)")
      return .noBus
    }
    do {
      guard
        let agent = try LiveAgent(bus: bus, isService: isService, opening: addresses, log: log)
      else { return .done }
      return agent.run(opening: addresses)
    } catch  where isService && bus.isOwned(AgentInterface.busName) {
      // Another one was faster.
      log.notice("already running: \(Identity.application)")
      return .done
    } catch {
      log.error("\(error)")
      return .noBus
    }
  }

  /// Takes the name; `nil` if another agent has it, which was then asked to show itself unless we
  /// were to serve.
  private init?(
    bus: Bus, isService: Bool, opening addresses: [String], log: Logger
  ) throws(GLibError) {
    guard let application = Application(id: Identity.application, isService: isService) else {
      throw GLibError("not an application id: \(Identity.application)")
    }
    if isService, bus.isOwned(AgentInterface.busName) {
      log.notice("already running: \(Identity.application)")
      return nil
    }
    self.log = log
    self.bus = bus
    self.application = application
    dailyBackup = DailyBackup(agent: program, log: log)
    let icon = program.installed(Self.icon)
    notifier = Notifier(
      bus: bus,
      sender: Sender(
        name: "Haru", id: Identity.application, category: "x-haru.day", tag: Identity.application,
        icon: icon))
    digest = DigestNotifier(
      bus: bus,
      sender: Sender(
        name: "Haru", id: Identity.application, category: "x-haru.repositories",
        tag: Identity.application + ".repositories", icon: icon), log: log)

    // On the bus before the name is ours, or the call that started us would find nothing.
    object = try AgentObject(on: bus) { [weak self] in self?.handle($0) }
    application.onActivate { [weak self] in self?.handle(.presentRequested) }
    application.onOpen { [weak self] in self?.open($0) }
    application.onAction("study") { [weak self] in self?.studyToday() }
    guard try application.register() == .primary else {
      let wish = addresses.isEmpty ? "show itself" : "open \(addresses.joined(separator: " "))"
      log.notice("already running, and asked to \(wish): \(Identity.application)")
      application.run(opening: addresses)
      return nil
    }
    agent = try makeAgent()
    listen()
  }

  private func run(opening addresses: [String]) -> Ending {
    handle(.timeMoved)
    MainLoop.after(milliseconds: 2000) { ProgramFile.releaseStartUpCode() }
    application.run(opening: addresses)
    // What still waits for the store's lock gets a last chance.
    agent?.handle(.retryDue)
    digest.withdraw()
    notifier.withdrawAndFlush()
    if isOutdated, !ProgramFile.isSystemds {
      // systemd starts us again for status 75; a session that started us from the autostart file
      // does not, so there we become the program that stands in our place now.
      let verbose = log.logLevel <= .debug ? ["--verbose"] : []
      program.startAgain(["--gapplication-service"] + verbose)
    }
    return ending
  }

  private func endAsOutdated(because reason: String) {
    isOutdated = true
    end(.startAgain, because: reason)
  }

  private func end(_ ending: Ending, because reason: String) {
    log.notice("\(reason)")
    self.ending = ending
    application.quit()
  }

  private func handle(_ event: Event) {
    guard let agent else { return }
    agent.handle(event)
    if let today = agent.status?.today { dailyBackup.isDue(on: today) }
    // Only where the world may have changed; between a click and its commit nothing is looked at.
    switch event {
    case .timeMoved, .storeChanged:
      if program.isReplaced { endAsOutdated(because: "a newer program: \(program.path)") }
    default: break
    }
  }

  /// The action *Study* of the desktop file, which knows no day: today's.
  private func studyToday() {
    guard let today = agent?.status?.today else { return handle(.presentRequested) }
    handle(.clicked(.study(today)))
  }

  /// Opens what a desktop asked for by its address.
  private func open(_ addresses: [String]) {
    for address in addresses {
      handle(View(address).map { .viewRequested($0, nil) } ?? .noSuchView(address))
    }
  }

  private func makeAgent() throws(GLibError) -> Agent {
    UserStore.recoverMove()
    // Clicks must not reach another store because some other line of the file is invalid.
    let settings = readSettings() ?? SettingsFile.readValidLines()
    let pictures = DayPictures(
      in: UserDirectories.cache + "/haru", settings: settings,
      drawer: LiveDrawer(program.helper("haru-draw")), log: log)
    pictures.onSettled = { [weak self] in self?.handle(.pictureSettled) }
    let publisher = NotificationPublisher(notifier, pictures) { [weak self] in
      self?.object?.announce($0)
    }
    let alarm = try LiveAlarm(
      onRing: { [weak self] in self?.handle(.timeMoved) },
      onRetry: { [weak self] in self?.handle(.retryDue) })
    let agent = Agent(
      surroundings: .local, uptime: { MainLoop.uptimeMilliseconds },
      settings: settings, storePath: UserStore.usualPath, pictures: pictures, publisher: publisher,
      alarm: alarm, viewer: CommandViewer(agent: program),
      reloader: LiveReloader(program.helper("haru-fetch")), digestPublisher: digest, log: log)
    agent.onOutdated = { [weak self] in
      self?.endAsOutdated(because: "the store was written by a newer program")
    }
    return agent
  }

  private func listen() {
    notifier.onClick = { [weak self] click in
      // Other keys are not ours; a body clicked without our `default` says it all the same.
      guard let intent = Intent(actionKey: click.key) else { return }
      self?.handle(.clicked(intent, onLiving: click.isOnLiving))
    }
    notifier.onServer = { [weak self] in self?.handle(.serverAppeared(lostSomething: $0)) }
    notifier.onMissingServer = { [weak self] in self?.handle(.serverIsMissing) }
    notifier.onShown = { [weak self] id in
      self?.log.debug("shown: \(id)")
      self?.digest.letGo(of: id)
    }
    notifier.onProblem = { [weak self] in self?.log.warning("\($0)") }
    digest.onEvent = { [weak self] in self?.handle($0) }
    digest.onShown = { [weak self] in self?.notifier.letGo(of: $0) }
    bus.onClose { [weak self] in self?.end(.startAgain, because: "the session bus has gone") }
    settingsWatch = FileWatch(SettingsFile.path) { [weak self] in self?.settingsFileChanged() }
    zoneWatch = ZoneWatch { [weak self] in self?.handle(.timeMoved) }
    MainLoop.onTermination { [weak self] in self?.end(.done, because: "asked to end") }
  }

  private func settingsFileChanged() {
    guard let settings = readSettings() else { return }
    handle(.settingsChanged(settings))
  }

  /// Reads the settings; logs why and returns `nil` if they are invalid.
  private func readSettings() -> Settings? {
    do {
      return try SettingsFile.read()
    } catch let error as SettingsError {
      log.error("\(ErrorText.line(error, file: SettingsFile.path))")
    } catch {
      log.error("\(SettingsFile.path): \(error)")
    }
    return nil
  }
}
