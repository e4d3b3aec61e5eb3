import Foundation
import HaruCore
import HaruStore
import Support
import Testing

/// Haru in the searches of GNOME Shell and Plasma, called over the bus as these do.
@Suite(.serialized)
struct SearchTests {
  /// A session in which no agent runs; the bus starts one for a call.
  private final class Session {
    let home = Scratch()
    let zone = MadeZone.morning
    let bus: PrivateBus
    let environment: [String: String]
    let console: Console

    init(marks: [Int] = []) throws {
      var environment = Support.environment(home: home.path, zone: zone.name)
      bus = try PrivateBus(
        services: [
          "io.github.haru.Haru": Built.word("haru-agent") + " --gapplication-service"
        ], environment: environment)
      environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
      self.environment = environment
      let days = marks.compactMap { [zone] in zone.today.advanced(by: -$0) }
      if !days.isEmpty { try Desk.mark(days, in: home) }
      console = try Console(environment: environment)
    }

    deinit {
      // The agent must not write into the home while that is removed.
      try? bus.stop()
    }

    /// Begins as a desktop does, whose first call starts the agent; gdbus would first ask what there is.
    func begin(_ method: String, _ arguments: String..., of search: Search) throws {
      let run = try Child.run(
        "dbus-send",
        [
          "--print-reply", "--dest=\(try search.service)", try search.path,
          "\(search.interface).\(method)",
        ] + arguments, environment: environment)
      guard run.status == 0 else { throw Failure.unexpected(run.errors) }
    }

    /// Calls a method of the object and the service that a file in `share` names.
    func call(_ method: String, _ arguments: String..., of search: Search) throws -> String {
      try Child.call(
        "\(search.interface).\(method)", of: search.service, at: search.path, arguments,
        environment: environment
      ).succeeded()
    }

    /// The id of what GNOME finds by a word.
    func id(of word: String) throws -> String {
      let found = try call("GetInitialResultSet", "['\(word)']", of: .shell)
      let parts = found.split(separator: "'")
      guard parts.count == 3 else { throw Failure.unexpected(found) }
      return String(parts[1])
    }

    /// What a command prints.
    func haru(_ arguments: String...) throws -> String {
      try environment.haru(arguments).output
    }

    var marks: [Day] {
      get throws { try Store(path: home(Desk.storePath), for: .reading).markedDays() }
    }

    var isStudied: Bool {
      get throws {
        try haru("status", "--json").contains(#""studied":true"#)
      }
    }
  }

  /// A search of a desktop, which finds its provider by a file.
  private enum Search {
    case shell, runner

    var interface: String {
      self == .shell ? "org.gnome.Shell.SearchProvider2" : "org.kde.krunner1"
    }

    var service: String {
      get throws {
        self == .shell ? try value(of: "BusName") : try value(of: "X-Plasma-DBusRunner-Service")
      }
    }

    var path: String {
      get throws {
        self == .shell ? try value(of: "ObjectPath") : try value(of: "X-Plasma-DBusRunner-Path")
      }
    }

    private var file: String {
      self == .shell
        ? "gnome-shell/search-providers/io.github.haru.Haru.search-provider.ini"
        : "krunner/dbusplugins/io.github.haru.Haru.desktop"
    }

    private func value(of key: String) throws -> String {
      let lines = try SourceTree.read("share/" + file).split(separator: "\n")
      guard let line = lines.first(where: { $0.hasPrefix(key + "=") }) else {
        throw Failure.unexpected("no \(key) in \(file)")
      }
      return String(line.dropFirst(key.count + 1))
    }
  }

  @Test func gnomeFindsTodayAndEnterMarksIt() throws {
    let session = try Session(marks: [1, 2])
    let id = "study:\(session.zone.today)"
    // The first letter starts the agent.
    try session.begin("GetInitialResultSet", "array:string:s", of: .shell)
    #expect(try session.call("GetInitialResultSet", "['s']", of: .shell) == "(@as [],)\n")
    #expect(try session.call("GetInitialResultSet", "['stu']", of: .shell) == "(['\(id)'],)\n")
    #expect(
      try session.call("GetSubsearchResultSet", "['\(id)']", "['study']", of: .shell)
        == "(['\(id)'],)\n")
    #expect(
      try session.call("GetSubsearchResultSet", "['\(id)']", "['studying']", of: .shell)
        == "(@as [],)\n")
    let metas = try session.call("GetResultMetas", "['\(id)', 'study:2020-01-01']", of: .shell)
    #expect(metas.contains("'id': <'\(id)'>"))
    #expect(metas.contains("'name': <'Not studied yet today'>"))
    #expect(metas.contains("as studied'>"))
    #expect(metas.contains("'gicon': <'"))
    #expect(!metas.contains("2020"))
    // A search shows and writes nothing.
    #expect(try !session.isStudied)

    _ = try session.call("ActivateResult", id, "['study']", "0", of: .shell)
    // The first notification: none came with the start.
    #expect(try session.console.shown().summary.hasPrefix("Studied:"))
    #expect(try session.isStudied)

    let studied = "day:\(session.zone.today)"
    #expect(
      try session.call("GetInitialResultSet", "['haru']", of: .shell) == "(['\(studied)'],)\n")
    #expect(
      try session.call("GetResultMetas", "['\(studied)']", of: .shell).contains("'Studied today'"))
    _ = try session.call("ActivateResult", studied, "['haru']", "0", of: .shell)
    #expect(try session.console.shown().summary.hasPrefix("Studied:"))
    #expect(try session.isStudied)
  }

  /// Other words do what a command would, and say so before *Enter*.
  @Test func gnomeTakesBackMarksYesterdayAndPlansARestDay() throws {
    let session = try Session(marks: [2])
    let today = session.zone.today
    let yesterday = try #require(today.advanced(by: -1))
    try session.begin("GetInitialResultSet", "array:string:undo", of: .shell)
    let undo = try session.id(of: "undo")
    #expect(undo.hasPrefix("undo:"))
    let metas = try session.call("GetResultMetas", "['\(undo)', 'rest:\(today)']", of: .shell)
    for words in ["Undo the last change", "Plan today as a rest day"] {
      #expect(metas.contains("'\(words)'"), "\(metas)")
    }
    let marked = try #require(yesterday.advanced(by: -1)).dayOfMonth
    let sentence = try Regex("'Marked: [A-Z][a-z]+day \(marked) [A-Z][a-z]+'")
    #expect(metas.contains(sentence), "\(metas)")
    #expect(try session.marks.count == 1)

    // The first notification: the searches have shown none.
    _ = try session.call("ActivateResult", undo, "['undo']", "0", of: .shell)
    #expect(try session.console.shown().body.hasPrefix("Undone: marked: "))
    #expect(try session.marks == [])
    #expect(try session.id(of: "undo") == "undo")

    #expect(try session.id(of: "yesterday") == "study:\(yesterday)")
    _ = try session.call("ActivateResult", "study:\(yesterday)", "['yesterday']", "0", of: .shell)
    _ = try session.console.shown { $0.body.contains("Marked as studied: ") }
    #expect(try session.marks == [yesterday])
    #expect(try session.id(of: "yesterday") == "day:\(yesterday)")

    _ = try session.call("ActivateResult", "rest:\(today)", "['rest']", "0", of: .shell)
    let rest = try session.console.shown { $0.summary.hasPrefix("Rest day: ") }
    #expect(rest.body.hasPrefix("1-day streak, rest day today"))
    #expect(try session.haru("rest", "--list").hasPrefix("\(today)"))
    #expect(try session.id(of: "rest") == "rest")
    #expect(try session.id(of: "later") == "later")
  }

  /// The agent may have ended since the result was shown.
  @Test func choosingAResultStartsTheAgent() throws {
    let session = try Session()
    let yesterday = try #require(session.zone.today.advanced(by: -1))
    _ = try session.call("ActivateResult", "study:\(yesterday)", "['study']", "0", of: .shell)
    let shown = try session.console.shown { $0.body.contains("Marked as studied: ") }
    #expect(!shown.summary.contains("Studied"))
    #expect(try !session.isStudied)
  }

  @Test func moreResultsShowToday() throws {
    let session = try Session()
    _ = try session.call("LaunchSearch", "['study']", "0", of: .shell)
    #expect(try !session.console.shown().summary.contains("Studied"))
    #expect(try !session.isStudied)
  }

  @Test func plasmaRemindsLaterAndNamesTheStreak() throws {
    let session = try Session(marks: [1])
    try session.begin("Match", "string:streak", of: .runner)
    #expect(
      try session.call("Match", "streak", of: .runner)
        .hasPrefix("([('streak', '1-day streak', 'io.github.haru.Haru', 100, 0.75, {"))
    let found = try session.call("Match", "later", of: .runner)
    #expect(found.hasPrefix("([('remind:") && found.contains("'Remind me at "), "\(found)")
    let id = found.split(separator: "'")[1]
    _ = try session.call("Run", String(id), "", of: .runner)
    // None has come, and none comes before.
    #expect(try session.haru("status").contains("as you chose"))
    #expect(try session.console.eventsSoFar().filter(\.isNotify) == [])

    _ = try session.call("Run", "streak", "", of: .runner)
    #expect(try !session.console.shown().summary.contains("Studied"))
    #expect(try session.marks.count == 1)
  }

  @Test func plasmaFindsTodayAndRunMarksIt() throws {
    let session = try Session(marks: [1])
    let id = "study:\(session.zone.today)"
    try session.begin("Actions", of: .runner)
    #expect(try session.call("Actions", of: .runner) == "(@a(sss) [],)\n")
    let found = try session.call("Match", "study", of: .runner)
    #expect(
      found.hasPrefix("([('\(id)', 'Not studied yet today', 'io.github.haru.Haru', 100, 0.75, {"))
    #expect(found.contains("as studied'>"))
    #expect(try session.call("Match", " stu ", of: .runner).contains("'io.github.haru.Haru', 30,"))
    for other in ["", "  ", "firefox", "study physics"] {
      #expect(try session.call("Match", other, of: .runner) == "(@a(sssida{sv}) [],)\n")
    }
    #expect(try !session.isStudied)

    _ = try session.call("Run", id, "", of: .runner)
    #expect(try session.console.shown().summary.hasPrefix("Studied:"))
    #expect(try session.isStudied)
    _ = try session.call("Teardown", of: .runner)
    #expect(try session.call("Config", of: .runner) == "(@a{sv} {},)\n")
    #expect(try session.call("Match", "공부", of: .runner).contains("'Studied today'"))
  }
}
