import Foundation
import HaruCore
import HaruDesktop
import Support
import Testing

@testable import haru_agent

/// An agent with one guest, a script whose answers a test writes.
@MainActor
final class GuestRig {
  let rig: Rig
  var publisher: SpyPublisher { rig.guestPublisher }
  var alarm: Instant? { rig.alarm.instant }
  private var events = 0
  private static let script = """
    #!/bin/sh
    cd "${0%/*}" && read -r question && echo "$question" >>asked
    if [ -e script ]; then . ./script; else cat page; fi

    """

  /// Starts both; the guest is asked `start` and answers.
  init(
    at time: String = "2026-11-20 09:00", settings: Settings = Settings(), answering page: String
  ) throws {
    rig = try Rig(at: time, settings: settings, guest: Self.script)
    try answers(page)
    let onEvent = try #require(rig.guest).onEvent
    rig.guest?.onEvent = { [weak self] in
      onEvent($0)
      self?.events += 1
      MainLoop.quit()
    }
    rig.pass(milliseconds: 2000)
    wait()
  }

  /// Runs the loop until some questions have been answered.
  func wait(for count: Int = 1) {
    var isLate = false
    let limit = MainLoop.after(milliseconds: 20_000) {
      isLate = true
      MainLoop.quit()
    }
    while events < count, !isLate { MainLoop.run() }
    limit.cancel()
    #expect(!isLate)
    events -= count
  }

  /// What the guest was asked since the last call: the reasons, with key and tag.
  func asked() throws -> [String] {
    let lines = (try? rig.scratch.read("asked")) ?? ""
    try rig.scratch.write("", to: "asked")
    return try lines.split(separator: "\n").map { line in
      let json = try #require(JSON(text: Array(line.utf8)[...]))
      return ["reason", "key", "tag"].compactMap { json[$0]?.string }.joined(separator: " ")
    }
  }

  /// Has the guest answer with a page from now on.
  func answers(_ page: String) throws {
    try rig.scratch.write(page, to: "page")
    _ = try? FileManager.default.removeItem(atPath: rig.scratch("script"))
  }

  /// Has the guest run a script from now on; the question is in `$question`.
  func runs(_ script: String) throws {
    try rig.scratch.write(script, to: "script")
  }

  /// Lets something change, a second after any other change; the guest is asked, and answers.
  func change(for count: Int = 1) {
    rig.clock.uptime += 1000
    rig.agent.handle(.storeChanged)
    wait(for: count)
  }

  /// Lets a server take what is shown; the guest is told, and answers.
  func isTaken() {
    rig.agent.handle(.guest("example", .shown))
    wait()
  }

  /// Lets some time pass and presses something.
  func press(_ intent: Intent, onLiving: Bool = true, after milliseconds: Int64 = 2000) {
    rig.clock.uptime += milliseconds
    rig.clock.now = rig.clock.now + milliseconds / 1000
    rig.agent.handle(.guest("example", .clicked(intent, onLiving: onLiving)))
  }

  func press(_ key: String, onLiving: Bool = true, after milliseconds: Int64 = 2000) {
    press(.press(GuestButton(of: "example", key)), onLiving: onLiving, after: milliseconds)
  }

  var shown: [String] { publisher.newlyShown().map(\.title) }
}

/// A page with a notification.
func page(
  _ title: String, tag: String = "a", appears: Bool = true, again: String? = nil,
  _ more: String = ""
) -> String {
  let members = #""tag":"\#(tag)","appears":\#(appears),"title":"\#(title)"\#(more)"#
  return page(again: again).dropLast() + #","notification":{\#(members)}}"#
}

/// A page without a notification.
func page(again: String? = nil) -> String {
  #"{"version":1\#(again.map { #","again":\#(instant($0).seconds)"# } ?? "")}"#
}
