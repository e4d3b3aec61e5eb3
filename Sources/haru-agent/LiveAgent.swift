internal import HaruCore
internal import HaruDesktop
internal import HaruNotify
internal import HaruStore
internal import HaruSystem
internal import HaruText

/// The agent on the system's clock, the session bus, the user's store and the notification server.
@MainActor
final class LiveAgent {
  /// How the process ends, with its exit status.
  enum Ending: Int32, Sendable {
    /// On request, or because another agent is running.
    case done = 0
    /// There is no session bus.
    case noBus = 69
    /// It should be started again: the bus has gone, or there is a newer program.
    case startAgain = 75
  }

  private let log: Log
  private let bus: Bus
  private let application: Application
  private let server: NotificationServer
  private let today: LivingNotification
  private let jobs = Jobs { LocalClock.uptimeMilliseconds }
  private static let icon = "share/icons/hicolor/scalable/apps/\(Identity.application).svg"

  /// How long after an event the memory of the code is given back: a server has answered by then, and who
  /// clicks twice has done so.
  private static let restMilliseconds = 3000
  /// How long a login waits for what other machines have to say.
  private static let exchangeMilliseconds = 2000
  /// How long the end waits for the ids that a server owes, and for the clicks that it has sent already.
  private static let lastClickMilliseconds = 500
  /// How long the end waits for a server to take the last notification.
  private static let lastWordsMilliseconds = 2000

  private let program = ProgramFile()
  private var object: AgentObject?
  private var shellSearch: ShellSearchObject?
  private var runner: RunnerObject?
  private var pictures: DayPictures?
  private var agent: Agent?
  private var watch: FileWatch?
  /// The file of the store, while a click waits to be saved.
  private var awaitedStore: String?
  private var presence: Presence?
  private lazy var sources = SourceHelper(program.beside("haru"), log: log) { [weak self] in
    self?.handle(.sourcesAnswered($0))
  }
  private var exchangeHelpers: [ExchangeKind: ExchangeHelper] = [:]
  /// Those whose first look at the folder a login waits for.
  private var awaited: Set<ExchangeKind> = []
  private var wrongSetting: [String] = []
  private var ending = Ending.done
  private var isEnding = false
  private var codeRelease: Wait?
  private var isOutdated = false

  /// Runs the agent until it has to end.
  ///
  /// - Parameters:
  ///   - isService: Whether it was started in the background, and so shows only what a login shows.
  ///   - addresses: The addresses to open.
  ///   - log: Receives what it does.
  /// - Returns: How the process has to end.
  static func run(isService: Bool, opening addresses: [String], log: Log) -> Ending {
    Hook.endChain()
    DaySource.endRunning()
    let bus: Bus
    do {
      bus = try Bus.session()
    } catch {
      log.error("no session bus: \(error); log in to a desktop, or use dbus-run-session")
      return .noBus
    }
    do {
      guard
        let agent = try LiveAgent(bus: bus, isService: isService, opening: addresses, log: log)
      else { return .done }
      return agent.run(opening: addresses)
    } catch  where isService && bus.isOwned(AgentInterface.busName) {
      log.notice("already running: \(Identity.application)")
      return .done
    } catch {
      log.error("\(error)")
      return .noBus
    }
  }

  /// Takes the bus name; `nil` if another agent has it, which was asked to show today.
  ///
  /// - Throws: `GLibError` if the bus does not answer; for a service also if another agent has the name.
  private init?(
    bus: Bus, isService: Bool, opening addresses: [String], log: Log
  ) throws(GLibError) {
    guard let application = Application(id: Identity.application, isService: isService) else {
      throw GLibError("not an application id: \(Identity.application)")
    }
    self.log = log
    self.bus = bus
    self.application = application
    let icon = program.installed(Self.icon)
    server = NotificationServer(bus: bus, applicationName: "Haru")
    today = server.makeNotification(
      from: Sender(
        id: Identity.application, category: "x-haru.day", tag: Identity.application, icon: icon,
        bodyLabel: ContentText.label(ofClick:)))

    // The objects come before the name, or the call that started the agent would find nothing.
    object = try AgentObject(on: bus) { [weak self] in self?.handle($0) }
    try serveSearches()
    application.onActivate { [weak self] in self?.handle(.presentRequested) }
    application.onOpen { [weak self] in self?.open($0) }
    application.onAction("study") { [weak self] in self?.click { .study($0) } }
    application.onAction("yesterday") { [weak self] in
      self?.click { $0.advanced(by: -1).map(Intent.study) }
    }
    application.onAction("rest") { [weak self] in self?.click { .rest($0) } }
    application.onAction("calendar") { [weak self] in
      self?.handle(.viewRequested(.calendar, nil))
    }
    guard try application.register() else {
      let request = addresses.isEmpty ? "show itself" : "open \(addresses.joined(separator: " "))"
      log.notice("already running, and asked to \(request): \(Identity.application)")
      application.run(opening: addresses)
      return nil
    }
    agent = try makeAgent()
    // An agent that was killed may have left it.
    UnsavedClickFile.set(false)
    listen()
  }

  private func serveSearches() throws(GLibError) {
    let search = TodaySearch(
      of: { [weak self] in self?.agent?.searchAnswers },
      onQuestion: { [weak self] in self?.agent?.searchBegan() },
      onEvent: { [weak self] in self?.handle($0) })
    shellSearch = try ShellSearchObject(on: bus, search) { [weak self] in
      self?.pictures?.file(of: $0)
    }
    runner = try RunnerObject(on: bus, search)
  }

  private func run(opening addresses: [String]) -> Ending {
    if !wrongSetting.isEmpty { handle(.settingsAreWrong(wrongSetting)) }
    handle(.timeMoved)
    application.run(opening: addresses)
    if agent?.end() == true { waitUntilShown() }
    UnsavedClickFile.set(false)
    bus.flush()
    if isOutdated, !ProgramFile.isSystemds {
      // systemd starts the agent again for status 75. A session that started it from the autostart
      // file does not, so there this process becomes the program that is in its file now.
      let verbose = log.isVerbose ? ["--verbose"] : []
      program.startAgain(["--gapplication-service"] + verbose)
    }
    return ending
  }

  /// Waits for the server to take the last notification, but not for long.
  private func waitUntilShown() {
    today.onShown = { _ in MainLoop.quit() }
    MainLoop.after(milliseconds: Self.lastWordsMilliseconds) { MainLoop.quit() }
    MainLoop.run()
  }

  private func giveWay() {
    switch program.state {
    case .replaced: endAsOutdated(because: "the program was replaced by a newer one")
    case .removed: end(.done, because: "the program was removed")
    case .same: break
    }
  }

  /// Ends for good, also if a newer program was to take over.
  private func terminate() {
    isOutdated = false
    end(.done, because: "asked to end")
    ending = .done
  }

  private func endAsOutdated(because reason: String) {
    if !isEnding { isOutdated = true }
    end(.startAgain, because: reason)
  }

  /// Takes the notifications off the screen, hears the clicks that were made before, and ends.
  ///
  /// The bus name is kept until then: systemd stops a service that has given its name up.
  private func end(_ ending: Ending, because reason: String) {
    log.notice("\(reason)")
    guard !isEnding else { return }
    (isEnding, self.ending) = (true, ending)
    for helper in exchangeHelpers.values { helper.stop() }
    sources.stop()
    agent?.leave()
    server.whenHeard(withinMilliseconds: Self.lastClickMilliseconds) { [application] in
      application.quit()
    }
  }

  private func handle(_ event: Event) {
    // Where the watch of the file hears nothing, as on a network file system.
    if case .timeMoved = event, program.state != .same { agent?.handle(.programChanged) }
    agent?.handle(event)
    codeRelease?.cancel()
    codeRelease = MainLoop.after(milliseconds: Self.restMilliseconds) { ProgramFile.releaseCode() }
  }

  private func handleJobs() {
    handle(.due(jobs.removeDue()))
  }

  /// Does what an action of the desktop file asks for, as a button would.
  private func click(_ intent: (_ today: Day) -> Intent?) {
    guard let wanted = agent?.numbers.flatMap({ intent($0.today) }) else {
      return handle(.presentRequested)
    }
    handle(.clicked(wanted))
  }

  /// Opens the addresses that a desktop asks for.
  private func open(_ addresses: [String]) {
    for address in addresses {
      handle(View(address).map { .viewRequested($0, nil) } ?? .noSuchView(address))
    }
  }

  private func makeAgent() throws(GLibError) -> Agent {
    var (settings, wrong) = (Settings(), [SettingsFile.WrongLine]())
    do {
      // Clicks must not reach another store because some other line of the file is wrong.
      (settings, wrong) = try SettingsFile.readGoodLines()
    } catch {
      log.error("\(SettingsFile.path): \(error)")
      settings.isStoreKnown = false
    }
    let registered = GuestProgram.registered(beside: program) { [log] in
      log.warning("\($0): \($1)")
    }
    let pictures = DayPictures(
      in: UserDirectories.cache + "/haru", settings: settings,
      drawer: HelperProgram(
        path: program.helper("haru-draw"), limitMilliseconds: 10_000,
        withheld: GuestProgram.secrets(of: registered)),
      jobs: jobs, log: log)
    self.pictures = pictures
    today.completing = { pictures.placed($0) }
    let guests = registered.map { makeGuest($0, among: registered, pictures) }
    let alarm = try LiveAlarm(
      onRing: { [weak self] in self?.handle(.timeMoved) },
      onJobs: { [weak self] in self?.handleJobs() })
    let agent = Agent(
      timeSource: .local, jobs: jobs, settings: settings, storePath: Store.usualPath,
      later: LaterFile.instant, pictures: pictures,
      publisher: today, alarm: alarm,
      viewer: CommandViewer(agent: program), guests: guests,
      haru: HelperProgram(path: program.beside("haru"), limitMilliseconds: 60_000), log: log)
    agent.onNumbers = { [weak self] in self?.object?.announce($0) }
    agent.onAgenda = { [weak self] in
      self?.object?.announce($0)
      let waits = $0.notSavedSince != nil
      UnsavedClickFile.set(waits)
      self?.watchStore(while: waits)
    }
    agent.onLater = LaterFile.keep
    agent.onHook = { [weak self] in self?.start($0) }
    for kind in ExchangeKind.allCases {
      exchangeHelpers[kind] = ExchangeHelper(program.beside("haru"), kind, log: log) {
        [weak self] in self?.exchangeEnded(kind)
      }
    }
    agent.onAskSources = { [weak self] in self?.sources.ask() ?? false }
    agent.lastAnswers = { since in
      let notes = SourceNotes()
      guard let sources = try? DaySource.possible() else { return nil }
      let known = sources.compactMap { notes[$0] }
      let isNoted = known.allSatisfy { $0.at.map { $0 >= since } ?? true }
      guard isNoted, sources.isEmpty || !known.isEmpty else { return nil }
      return known.map(\.answer)
    }
    agent.onExchange = { [weak self] in self?.startExchanges($0) }
    agent.onGivingWay = { [weak self] in self?.giveWay() }
    agent.onOutdated = { [weak self] in self?.endAsOutdated(because: $0) }
    if let first = wrong.first { wrongSetting = loggedProblem(first) }
    return agent
  }

  private func makeGuest(
    _ guest: GuestProgram, among all: [GuestProgram], _ pictures: DayPictures
  ) -> Guest {
    let living = server.makeNotification(
      from: Sender(
        id: Identity.application, category: "x-haru." + guest.name,
        tag: Identity.application + "." + guest.name, icon: program.installed(Self.icon),
        bodyLabel: ContentText.label(ofClick:)))
    living.completing = { pictures.placed($0) }
    living.isOwn = { if case .press(let button) = $0 { button.guest == guest.name } else { false } }
    living.onServer = { [weak self] in if $0 { self?.handle(.guest(guest.name, .lost)) } }
    living.onShown = { [weak self] _ in self?.handle(.guest(guest.name, .shown)) }
    living.onClick = { [weak self] in
      self?.handle(.guest(guest.name, .clicked($0.intent, onLiving: $0.isOnLiving)))
    }
    living.onRefused = { [weak self] in
      self?.handle(.refused(.sendGuest(guest.name), retryAfterMilliseconds: $0))
    }
    return Guest(
      guest.name,
      GuestQuestions(guest.path(beside: program), withholding: guest.withheld(among: all)),
      living, jobs: jobs, log: log)
  }

  /// Starts a program of the user's own beside the loop, by the command line, which feeds and limits it.
  private func start(_ hook: Hook) {
    guard hook.isInstalled else { return }
    // It says itself why a hook could not run, or failed.
    let haru = HelperProgram(
      path: program.beside("haru"), limitMilliseconds: 2 * Hook.limitMilliseconds,
      fineStatuses: Set(0..<128))
    haru.start(["hook", hook.rawValue]) { [weak self] failure in
      if let failure { self?.log.warning("the hook \(hook.rawValue): \(failure)") }
    }
  }

  /// Exchanges with these from now on; a login waits for the first exchange of each, but not for long.
  private func startExchanges(_ wanted: Set<ExchangeKind>) {
    for (kind, helper) in exchangeHelpers {
      guard wanted.contains(kind) else { helper.stop(); continue }
      guard !helper.isOn else { helper.runSoon(); continue }
      awaited.insert(kind)
      helper.runSoon(after: 0)
      MainLoop.after(milliseconds: Self.exchangeMilliseconds) { [weak self] in
        self?.exchangeEnded(kind)
      }
    }
    agent?.isExchangeAwaited = !awaited.isEmpty
  }

  private func exchangeEnded(_ kind: ExchangeKind) {
    guard let agent, awaited.remove(kind) != nil, awaited.isEmpty else { return }
    agent.isExchangeAwaited = false
    handle(.exchangesEnded)
  }

  private func listen() {
    server.onMissing = { [weak self] in self?.handle(.serverIsMissing) }
    server.onFound = { [weak self] in self?.object?.announce(server: $0) }
    server.onProblem = { [weak self] in self?.log.warning("\($0)") }
    server.onUndisturbed = { [weak self] in self?.handle(.doNotDisturbEnded) }
    presence = Presence(on: bus) { [weak self] in self?.handle(.userReturned) }
    presence?.onSession = { [weak self] in self?.log.debug("the graphical session: \($0)") }
    today.onServer = { [weak self] in
      // Another server may be that of another login.
      self?.presence?.findSession()
      self?.handle(.serverAppeared(lostSomething: $0))
    }
    today.onShown = { [weak self] in self?.log.debug("shown: \($0)") }
    today.isOwn = {
      switch $0 {
      case .study, .unstudy, .later, .reserve, .undo, .calendar, .close: true
      case .ask, .confirm, .press, .remind, .rest, .show: false
      }
    }
    today.onClick = { [weak self] in
      self?.handle(.clicked($0.intent, onLiving: $0.isOnLiving))
    }
    today.onRefused = { [weak self] in
      self?.handle(.refused(.sendToday, retryAfterMilliseconds: $0))
    }
    bus.onClose { [weak self] in self?.end(.startAgain, because: "the session bus has gone") }
    watch = FileWatch({ [weak self] in self?.watched ?? [] }) { [weak self] in self?.changed($0) }
    InodeWatch.onLoss(of: program.path) { [weak self] in self?.handle(.programChanged) }
    MainLoop.onTermination { [weak self] in self?.terminate() }
  }

  /// Watches the store while a click waits to be saved.
  private func watchStore(while isWaiting: Bool) {
    let store = isWaiting ? agent?.storePath.map(Files.resolved) : nil
    guard store != awaitedStore else { return }
    awaitedStore = store
    watch?.look()
  }

  private var watched: [String] {
    [SettingsFile.path] + [awaitedStore].compactMap(\.self) + LocalZone.files
  }

  private func changed(_ file: String) {
    switch file {
    case SettingsFile.path: if let event = readSettings() { handle(event) }
    case awaitedStore: agent?.storeMayHaveChanged()
    default:
      LocalZone.reload()
      handle(.timeMoved)
    }
  }

  /// Reads the settings again; those of before stay if a line is wrong.
  private func readSettings() -> Event? {
    do {
      let (settings, wrong) = try SettingsFile.readGoodLines()
      return wrong.first.map { .settingsAreWrong(loggedProblem($0)) } ?? .settingsChanged(settings)
    } catch {
      log.error("\(SettingsFile.path): \(error)")
      return nil
    }
  }

  /// Logs a wrong line, and returns what to tell the user.
  private func loggedProblem(_ line: SettingsFile.WrongLine) -> [String] {
    log.error("\(ErrorText.line(line.error, file: line.place))")
    return ErrorText.sentences(line.error, place: line.place)
  }
}
