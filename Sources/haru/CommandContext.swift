import Glibc
import HaruCommand
import HaruCore
import HaruDesktop
import HaruStore
import HaruSystem
import HaruText

/// What a command works with: the settings, the clock, the zone and the store.
@MainActor
final class CommandContext: SettingsContext {
  /// The path of the store, perhaps that of a link to it.
  private(set) lazy var storePath = settings.storePath(usual: Store.usualPath)

  /// Whether incoming changes have yet to be merged, before anything is read or changed.
  private var mergesIncoming: Bool
  /// Whether a change was saved; the message of a later error begins with that.
  private(set) var hasSaved = false
  /// The day from which rules of a settings file of version 0.4 hold, as it was before this command changed anything.
  private var formerRulesBegin: Day?
  /// The exchanges to start because this command has changed something; `nil` while it has not.
  private var exchangesToStart: Set<ExchangeKind>?
  /// Whether today was studied before the first change; `nil` unless a hook is installed.
  private var wasStudied: Bool?

  /// Runs a command; if it has changed the store, makes the daily backup after it, and starts exchanges.
  ///
  /// They come last, because they take a while and the user waits for the command's answer; an error waits for them.
  ///
  /// - Parameters:
  ///   - warns: Whether the user is told of a wrong setting, and that it is ignored.
  ///   - mergesIncoming: Whether changes of other machines and of the task list are merged first.
  ///   - body: The command.
  /// - Throws: What the command throws; an error of the store as `Failure`, which names the file.
  nonisolated static func run(
    warns: Bool = true, mergesIncoming: Bool = true,
    _ body: @MainActor (CommandContext) throws -> Void
  ) throws {
    try onMain {
      let context = try CommandContext(warns: warns, mergesIncoming: mergesIncoming)
      // A command that fails after it has saved something, as by a closed pipe, has changed the store all the same.
      defer {
        context.finishChange()
        context.startHook(ifStudiedIsNot: context.wasStudied)
      }
      do {
        try body(context)
      } catch let error as StoreError {
        throw context.failure(error)
      }
    }
  }

  /// Does what follows a change of the store, if there was one.
  private func finishChange() {
    guard exchangesToStart != nil else { return }
    moveFormerRules()
    makeDailyBackup()
    startExchangesWithoutAgent(exchangesToStart ?? [])
  }

  /// Reads the settings, the clock and the zone, once.
  ///
  /// - Parameters:
  ///   - warns: Whether the user is told of a wrong setting, and that it is ignored.
  ///   - mergesIncoming: Whether changes of other machines and of the task list are merged first.
  /// - Throws: `Failure` if the settings cannot be used.
  init(warns: Bool = true, mergesIncoming: Bool = false) throws(Failure) {
    self.mergesIncoming = mergesIncoming
    try super.init(warns: warns)
  }

  /// The marked days and the rest days; without a store, none are marked.
  func record() throws(Failure) -> Record { try record { _ in }.record }

  /// The same, and what a body reads of the same moment; `nil` without a store.
  func record<Other>(
    and body: (Store) throws -> Other
  ) throws(Failure) -> (record: Record, other: Other?) {
    let found = try read { store in
      (
        try store.record(by: settings, formerRulesFrom: formerRulesBegin, today: today),
        try body(store)
      )
    }
    return (found?.0 ?? .empty(by: settings, today: today), found?.1)
  }

  /// Reminders that never come, in sentences; without those of rest weekdays where the store cannot be read.
  var lostReminders: [String] { lostReminders((try? record())?.rest ?? .none) }

  /// The same, with rest days that are known.
  func lostReminders(_ rest: RestDays) -> [String] {
    SettingText.lostReminders(settings, restWeekdays: rest.lastingWeekdays(on: today))
  }

  /// Reads the store; `nil` if there is none.
  func read<Result>(_ body: (Store) throws -> Result) throws(Failure) -> Result? {
    do {
      return try Store.again {
        var store = try openStore(for: .reading)
        try noteFormerRules(store)
        if try mergeIncomingChanges(store) {
          // What came may be days of an earlier begin; and what was opened of a store of version 0.4 is a copy.
          moveFormerRules()
          store = try openStore(for: .reading)
        }
        return try store.reading { try body(store) }
      }
    } catch StoreError.missing {
      return nil
    } catch let failure as Failure {
      throw failure
    } catch {
      let failure = failure(error)
      throw hasSaved ? Failure(.saved, StatusText.savedOnly(failure.message)) : failure
    }
  }

  /// Notes since when rules of version 0.4 hold, before a change could move that.
  private func noteFormerRules(_ store: Store) throws(StoreError) {
    guard formerRulesBegin == nil, !settings.formerRules.isEmpty else { return }
    formerRulesBegin = try store.beginOfFormerRules(today: today)
  }

  /// Merges incoming changes, once for each command (docs/sync.md#before-a-command).
  ///
  /// - Returns: Whether there were any.
  @discardableResult
  private func mergeIncomingChanges(_ store: Store) throws(StoreError) -> Bool {
    guard mergesIncoming else { return false }
    mergesIncoming = false
    let exchanges = try store.activeExchanges()
    return exchanges.isEmpty ? false : IncomingChanges.merge(exchanges, into: store)
  }

  /// Changes the store as `changeStore` does; without a store it makes none and returns `nil`.
  func changeStoreIfPresent<Result>(
    _ body: (Store, Provenance) throws -> Result
  ) throws(Failure) -> Result? {
    guard try read({ _ in }) != nil else { return nil }
    return try changeStore(body)
  }

  /// When, where and how this command changes the store.
  var provenance: Provenance { Provenance(at: now, in: zone, source: Self.source) }

  /// The calendar names itself in a variable for the command that it runs; what this command starts in turn does not
  /// get the variable.
  private static let source: Provenance.Source = {
    let calendar = Provenance.Source.calendar
    guard let said = getenv(Provenance.Source.variable), String(cString: said) == calendar.rawValue
    else { return .command }
    unsetenv(Provenance.Source.variable)
    return calendar
  }()

  /// Changes the store, and asks a running agent to read it.
  func changeStore<Result>(
    _ body: (Store, Provenance) throws -> Result
  ) throws(Failure) -> Result {
    let before = wasStudied ?? stateForHooks()
    let result = try write(body)
    wasStudied = before
    moveFormerRules()
    saved()
    return result
  }

  /// Changes the store without telling the agent, and without a hook.
  func write<Result>(
    _ body: (Store, Provenance) throws -> Result
  ) throws(Failure) -> Result {
    do {
      return try Store.again {
        let store = try openStore(for: .writing)
        try noteFormerRules(store)
        try mergeIncomingChanges(store)
        let result = try body(store, provenance)
        exchangesToStart = (try? store.activeExchanges()) ?? []
        return result
      }
    } catch {
      throw failure(error)
    }
  }

  /// Writes the rest days of a settings file of version 0.4 into the log.
  ///
  /// - Returns: Whether the log has more now.
  @discardableResult
  func moveFormerRules(into store: Store) throws(StoreError) -> Bool {
    guard !settings.formerRules.isEmpty else { return false }
    let isWritten = try store.writeFormerRules(
      of: settings, from: formerRulesBegin, today: today, by: provenance)
    SettingsFile.commentOutFormer(of: settings, below: SettingText.former)
    return isWritten
  }

  /// Does so after what the command has brought from elsewhere, which may say such rules already, and before an agent
  /// hears of the change, which would begin them with a day that came with it.
  ///
  /// The change of the command is saved: what cannot be written now counts all the same, and the next one tries again.
  func moveFormerRules() {
    guard !settings.formerRules.isEmpty, let store = try? openStore(for: .writing),
      (try? moveFormerRules(into: store)) == true
    else { return }
    // An exchange that the command has made itself lacks them.
    exchangesToStart = (try? store.activeExchanges()) ?? []
  }

  /// Tells the agent that a restore has changed the store, which starts exchanges as a command's own change does.
  func restored() {
    exchangesToStart = (try? openStore(for: .reading).activeExchanges()) ?? []
    moveFormerRules()
    saved()
  }

  /// Leaves out an exchange at the end of the command, which has made that exchange itself.
  func leaveOutExchange(_ kind: ExchangeKind) { exchangesToStart?.remove(kind) }

  /// Leaves out the hook at the end of the command, which has not changed today itself.
  func leaveOutHook() { wasStudied = nil }

  /// Whether today is studied, for `startHook` after a change; `nil` unless a hook is installed.
  func stateForHooks() -> Bool? {
    guard Hook.studied.isInstalled || Hook.unstudied.isInstalled else { return nil }
    return (try? isStudied()) ?? false
  }

  /// Starts a hook if today is not as it was; the command does not wait for it.
  func startHook(ifStudiedIsNot wasStudied: Bool?) {
    guard let wasStudied, let isStudied = try? isStudied(), isStudied != wasStudied else { return }
    HookCommand.start(isStudied ? .studied : .unstudied)
  }

  private func isStudied() throws(Failure) -> Bool {
    try read { try $0.isStudied(today) } ?? false
  }

  /// Asks a running agent to read the store, after a change.
  ///
  /// An error that comes after this begins with the news that the change is saved.
  func saved() {
    RunningAgent.reload()
    hasSaved = true
  }

  /// The streak and the month as of now.
  func history() throws(Failure) -> History {
    History(of: try record(), today: today)
  }
}
