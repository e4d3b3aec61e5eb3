import ArgumentParser
import HaruCore

/// The command `haru-console`.
struct ConsoleCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "haru-console", abstract: "A notification server in a terminal.",
      discussion: typed, version: "haru-console \(Identity.version)")
  }

  @Option(
    help: ArgumentHelp(
      """
      What happens after an action. keep: the notification stays if it is resident. new-id: it is \
      closed, and its id is never used again. same-id: it is closed, and the next one gets the \
      id that was closed last.
      """, valueName: "manner"))
  var afterAction = Manners.AfterAction.keep

  @Option(
    help: ArgumentHelp("The capabilities it announces, separated by commas.", valueName: "list"))
  var capabilities: String?

  @Option(
    help: ArgumentHelp(
      "The server that it plays: cosmic, omarchy, noctalia or elementary.", valueName: "server"),
    transform: { name in
      guard let double = ServerDouble.all[name] else { throw ValidationError("no such server") }
      return double
    })
  var plays: ServerDouble?

  @Option(help: "The name it announces.")
  var name: String?

  @Option(help: "The vendor it announces.")
  var vendor: String?

  @Option(
    name: .customLong("server-version"),
    help: ArgumentHelp("The version it announces.", valueName: "version"))
  var serverVersion: String?

  @Option(
    help: ArgumentHelp("How long Notify waits for its answer.", valueName: "ms"),
    transform: milliseconds(of:))
  var delay = 0

  @Option(
    help: ArgumentHelp(
      "The methods that --delay is for, separated by commas, instead of Notify.",
      valueName: "list"))
  var delayed: String?

  @Option(
    help: ArgumentHelp(
      "How long a notification stays after CloseNotification was answered.", valueName: "ms"),
    transform: milliseconds(of:))
  var holdClose = 0

  @Flag(help: "Send signals to every program, not only to the notification's sender.")
  var broadcast = false

  @Flag(help: "Use an unknown replaces_id as the notification's id.")
  var trustIds = false

  @Flag(help: "Give a notification that replaces another a new id.")
  var renumber = false

  @Flag(help: "Answer the id 0 for every notification.")
  var noId = false

  @Flag(help: "Have no method CloseNotification.")
  var noClose = false

  @Option(
    help: ArgumentHelp(
      "The store in which to look for the mark when a summary says Studied.", valueName: "file"))
  var store: String?

  @Option(help: ArgumentHelp("The word to look for instead of Studied.", valueName: "word"))
  var studiedWord = "Studied"

  @Flag(help: "Print each event as a line of JSON.")
  var lines = false

  @Option(
    help: ArgumentHelp(
      """
      Be no server: measure until the end of input how long a name on the bus takes to answer, and \
      print the longest time.
      """, valueName: "name"))
  var ping: String?

  @Option(
    help: ArgumentHelp("With --ping: the time between two calls.", valueName: "ms"),
    transform: milliseconds(of:))
  var every = 20

  @Option(
    help: ArgumentHelp(
      """
      With --ping: read a property, which the main loop answers, instead of calling Ping, which a \
      thread beside it answers.
      """, valueName: "path:interface.name"),
    transform: { word in
      guard let property = Ping.Property(word) else {
        throw ValidationError("not PATH:INTERFACE.NAME")
      }
      return property
    })
  var property: Ping.Property?

  private static let typed = """
    Type a line to act on the notification shown last:
      1 … 9    press a button
      d        click the body
      x        dismiss it
      q        end

    For programs:
      click ID KEY           press any button, even of a closed notification
      dismiss ID, expire ID  close one
      look, press LABEL, touch
                             with --plays: what is on the screen; press a button there; click the body there
      lose ID                close one for no reason that the specification knows
      after-action MANNER, capabilities LIST, delay MS, hold-close MS
      release                close the notifications that --hold-close keeps
      hang, resume           stop answering, answer again
    """

  /// The exit status of the process.
  @MainActor
  func status() -> Int32 {
    if let ping {
      return Ping.run(name: ping, property: property, everyMilliseconds: max(1, every))
    }
    let manners = Manners()
    manners.double = plays
    manners.afterAction = afterAction
    if let name { manners.name = name }
    if let vendor { manners.vendor = vendor }
    if let serverVersion { manners.version = serverVersion }
    if let capabilities {
      manners.capabilities = capabilities.split(separator: ",").map(String.init)
    } else if !lines, plays == nil {
      // A terminal draws no pictures, and clients should put into words what they would draw.
      manners.capabilities.removeAll { $0 == "icon-static" }
    }
    manners.delayMilliseconds = delay
    if let delayed { manners.delayed = Set(delayed.split(separator: ",").map(String.init)) }
    manners.holdCloseMilliseconds = holdClose
    if broadcast { manners.isBroadcasting = true }
    if trustIds { manners.trustsIDs = true }
    (manners.renumbers, manners.hidesIDs, manners.closes) = (renumber, noId, !noClose)
    return ServerSession.run(
      manners, printer: lines ? LinePrinter() : CardPrinter(manners: manners),
      witness: store.map { StoreWitness(path: $0, word: studiedWord) })
  }

  @Sendable private static func milliseconds(of word: String) throws -> Int {
    guard let time = haru_console.milliseconds(word) else {
      throw ValidationError("not a number of milliseconds, at most a day")
    }
    return time
  }
}

extension Manners.AfterAction: ExpressibleByArgument {}
