internal import HaruCore
internal import HaruDesktop
internal import HaruSystem

/// The agent on the bus, for bars and extensions: numbers, not sentences (docs/bars.md#the-bus).
@MainActor
final class AgentObject {
  private static let errors = AgentInterface.name + ".Error."

  private var object: BusObject?
  private var numbers: DayNumbers?
  private var agenda = Agenda()
  private var server: [String: String] = [:]
  private let onEvent: @MainActor (Event) -> Void

  init(on bus: Bus, onEvent: @escaping @MainActor (Event) -> Void) throws(GLibError) {
    self.onEvent = onEvent
    object = try BusObject(self, AgentObject.interface, on: bus, at: AgentInterface.objectPath)
  }

  /// Announces the properties that have changed.
  func announce(_ numbers: DayNumbers) {
    object?.announce { self.numbers = numbers }
  }

  /// Announces the properties that have changed.
  func announce(_ agenda: Agenda) {
    object?.announce { self.agenda = agenda }
  }

  /// Announces what the notification server was found to be, if that has changed.
  func announce(server: [String: String]) {
    if server != self.server { object?.announce { self.server = server } }
  }

  private func setStudied(_ call: BusCall) {
    let (text, studied) = (call.string(0), call.bool(1))
    guard let day = Day(text) else { return call.fail(AgentObject.errors + "NoSuchDay", text) }
    onEvent(
      .asked(studied ? .study(day) : .unstudy(day)) { result in
        switch result {
        case .success(let changed): call.reply([.bool(changed)])
        case .failure(.future): call.fail(AgentObject.errors + "Future", text)
        case .failure(.longAgo): call.fail(AgentObject.errors + "LongAgo", text)
        case .failure(.busy): call.fail(AgentObject.errors + "Busy", text)
        case .failure(let error): call.fail(AgentObject.errors + "NotSaved", "\(error)")
        }
      })
  }

  private func present(_ call: BusCall) {
    onEvent(.presentRequested)
    call.reply()
  }

  private func reload(_ call: BusCall) {
    onEvent(.storeChanged)
    call.reply()
  }

  private func later(_ call: BusCall) {
    let seconds = call.integer(0)
    onEvent(
      .laterAsked(seconds == 0 ? nil : Instant(seconds)) { result in
        switch result {
        case .success(let instant): call.reply([.int64(instant.seconds)])
        case .failure(.notOpen): call.fail(AgentObject.errors + "NotOpen", "")
        case .failure(.notToday): call.fail(AgentObject.errors + "NotToday", "\(seconds)")
        }
      })
  }

  private func openView(_ call: BusCall) {
    let name = call.string(0)
    guard let view = View(rawValue: name) else {
      return call.fail(AgentObject.errors + "NoSuchView", name)
    }
    onEvent(
      .viewRequested(view) { failure in
        guard let failure else { return call.reply() }
        call.fail(AgentObject.errors + "NotOpened", failure)
      })
  }
}

extension AgentObject {
  /// What other programs can call and read; `share/dbus-1/interfaces` has it as XML.
  static let interface = BusInterface<AgentObject>(
    AgentInterface.name,
    """
    The interface of Haru's agent for other programs: bus name io.github.haru.Haru, object
    /io/github/haru/Haru. A day is written YYYY-MM-DD; no value is a text to show to a person.
    PropertiesChanged has every changed property with its value. A change that would break a caller
    gets a new interface, Haru2.
    """,
    methods: [
      .init(
        "SetStudied", in: ["day": "s", "studied": "b"], out: ["changed": "b"],
        { $0.setStudied },
        """
        Marks a day as studied, or clears its mark; changed tells whether it was not so already. A
        second call with the same values changes nothing. It returns when the change is on disk. A
        day in the future is an error, and so is one more than a year before the first studied day.
        """),
      .init("Present", { $0.present }, "Shows today's notification again."),
      .init(
        "Reload", { $0.reload },
        "Reads settings and store again, after another program has written them."),
      .init(
        "Later", in: ["at": "x"], out: ["reminds": "x"], { $0.later },
        """
        Removes today's notification and reminds later: at a time in seconds since 1970, UTC, or, for
        0, after the minutes of the settings; reminds is when it does, after the quiet hours if they
        end on that day. No reminder comes before. The time has to be in the rest of today, and today
        neither studied nor a rest day.
        """),
      .init(
        "OpenView", in: ["view": "s"], { $0.openView },
        """
        Opens a view of today: "calendar" in the user's terminal, or as a picture where there is none;
        "streak" as a picture. It returns when that program has been started. A second call for the
        same view within a second opens nothing.
        """),
    ],
    properties: [
      .init(
        "Today", "s",
        "Today's date, in the user's time zone and with the user's start of the day."
      ) { $0.numbers.map { .string($0.today.description) } },
      .init("Studied", "b", "Whether today is marked as studied.") {
        $0.numbers.map { .bool($0.isStudied) }
      },
      .init(
        "CurrentStreak", "u",
        "Marked days in a row that end today or, while today is open, yesterday."
      ) { $0.numbers.map { .uint32(UInt32($0.currentStreak)) } },
      .init("LongestStreak", "u", "The longest streak so far.") {
        $0.numbers.map { .uint32(UInt32($0.longestStreak)) }
      },
      .init("StudiedThisMonth", "u", "Marked days of the current month.") {
        $0.numbers.map { .uint32(UInt32($0.studiedThisMonth)) }
      },
      .init(
        "NextReload", "x",
        "The latest time at which these values are computed again, in seconds since 1970, UTC."
      ) { $0.numbers.map { .int64($0.nextReload.seconds) } },
      .init(
        "NextNotification", "x",
        "When the next notification comes by itself, in seconds since 1970, UTC; 0 if none is known."
      ) { .int64($0.agenda.next?.at.seconds ?? 0) },
      .init(
        "NextReason", "s",
        """
        Why it comes: "reminder", "later", "new_day", "quiet_hours_end", or "" if none is known.
        """
      ) { .string($0.agenda.next?.reason.rawValue ?? "") },
      .init(
        "NotSavedSince", "x",
        """
        When the oldest click was made that could not be saved, in seconds since 1970, UTC; 0 if all
        are saved. The agent tries again until the day ends.
        """
      ) { .int64($0.agenda.notSavedSince?.seconds ?? 0) },
      .init(
        "NoBackupSince", "x",
        """
        Since when the daily backup could not be made, in seconds since 1970, UTC; 0 if it was. The
        agent tries again each hour.
        """
      ) { .int64($0.agenda.noBackupSince?.seconds ?? 0) },
      .init(
        "NotInFolder", "x",
        """
        How many changes wait because the folder of other machines cannot be used, which haru status
        explains; 0 if none does.
        """
      ) { .int64(Int64($0.agenda.notInFolder)) },
      .init(
        "Server", "a{sv}",
        """
        What the notification server was found to do, in the words of docs/servers.md: "row", its row
        among the manners, or "any other"; "buttons", where they are; "default", what a click on the
        text does; "pictures", "drawn" or "left out". Empty while no server is known.
        """
      ) { .dictionary($0.server.mapValues(Variant.string)) },
      .init("Version", "s", "The version of the agent.", isConstant: true) { _ in
        .string(Identity.version)
      },
    ])
}
