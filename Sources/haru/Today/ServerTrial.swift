import ArgumentParser
import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruText

/// Tries a notification server that Haru does not know, with a person who tells what they see
/// (docs/servers.md#a-server-that-nobody-knows).
///
/// Its notification is this command's own, and is about no day: the agent would take a click for one.
@MainActor
final class ServerTrial {
  /// What a server told after a click, before the user went on.
  private struct Heard {
    var keys: [String] = []
    var reason: Int64?
  }

  /// Long enough to answer; what a server keeps for ever would outlive a command that is killed.
  private static let milliseconds: Int32 = 300_000

  private let service: NotificationService
  private let folder = PrivateDirectory(UserDirectories.session)
  private var id: UInt32?
  private var heard = Heard()
  private var isInterrupted = false

  init(_ service: NotificationService) {
    self.service = service
    service.listen("ActionInvoked") { [weak self] id, argument in
      if let self, id == self.id, let key = argument.string { heard.keys.append(key) }
    }
    service.listen("NotificationClosed") { [weak self] id, argument in
      if let self, id == self.id { heard.reason = heard.reason ?? argument.integer }
    }
    MainLoop.onTermination { [weak self] in
      self?.isInterrupted = true
      MainLoop.quit()
    }
  }

  /// Asks, and prints what a report needs.
  func run() throws {
    let picture = folder.file("trial.png")
    defer {
      close()
      folder.remove("trial.png")
    }
    try writing(picture) {
      try folder.create()
      try AtomicFile.write(Self.redSquare, to: picture)
    }
    say(TrialText.introduction)
    try show(picture)
    let areDrawn = try isYes(TrialText.seesButtons)
    let isThird = areDrawn ? try isYes(TrialText.seesThirdButton(ContentText.showAgain)) : false
    let hasPicture = try isYes(TrialText.seesPicture)
    let button = try hear(TrialText.pressOne)
    close()
    // Its closing is not that of the next one, which may get its id.
    hearAll()
    try show(picture)
    let body = try hear(TrialText.clickText)
    try report(
      buttons: areDrawn ? .drawn : button.keys.contains("one") ? .inMenu : .nowhere,
      isThird: isThird, hasPicture: hasPicture, button, body)
    say(TrialText.whereTo("authors@haru.github.io"))
  }

  // MARK: The notification

  /// Shows what a test compares with today's: servers differ in the order of actions, and in hints.
  private func show(_ picture: String) throws(Failure) {
    let (one, two) = TrialText.buttons
    let labels = ["one", one, "two", two, "default", ContentText.showAgain]
    let hints: [String: Variant] = [
      "desktop-entry": .string(Identity.application), "category": .string("x-haru.trial"),
      "urgency": .byte(1), "resident": .bool(true), "suppress-sound": .bool(true),
      "image-path": .string(picture),
    ]
    heard = Heard()
    do {
      id = try service.notify([
        .string("Haru"), .uint32(0), .string(picture), .string(TrialText.title),
        .string(TrialText.body), .strings(labels), .dictionary(hints), .int32(Self.milliseconds),
      ])
    } catch {
      throw Failure(.unavailable, TrialText.notShown("\(error)"))
    }
  }

  private func close() {
    if let id { service.close(id) }
    id = nil
  }

  // MARK: The person

  /// Asks, and takes what the server tells until an answer is there; a trial that is broken off ends.
  private func answer(_ question: String) throws -> String {
    StandardStream.error.writeSafely(question + " ")
    var line: String?
    MainLoop.onReadable(STDIN_FILENO) {
      line = readLine()
      MainLoop.quit()
      return false
    }
    if !isInterrupted { MainLoop.run() }
    hearAll()
    guard !isInterrupted, let line else { throw ExitCode(Failure.Status.refused.rawValue) }
    return line
  }

  /// Takes what the server has sent so far.
  private func hearAll() {
    service.whenHeard { MainLoop.quit() }
    MainLoop.run()
  }

  private func isYes(_ question: String) throws -> Bool { rpmatch(try answer(question)) == 1 }

  private func hear(_ request: String) throws -> Heard {
    _ = try answer(request)
    return heard
  }

  // MARK: The report

  /// Prints the beginning of a row of the table of manners, and facts beside it, in the words of that page and in
  /// no other language: it is for those who keep the table.
  private func report(
    buttons: ServerManner.Buttons, isThird: Bool, hasPicture: Bool, _ button: Heard, _ body: Heard
  ) throws {
    let information = service.information + ["", "", "", ""]
    let click: ServerManner.BodyClick =
      isThird || !body.keys.contains("default")
      ? .leftOut : buttons == .nowhere ? .studies : .showsAgain
    let row = ServerManner(
      information[0], of: information[1], buttons: buttons, bodyClick: click)
    let lines =
      ServerManner.page([row], upTo: "`default`") + [
        "",
        "version: \(information[2])", "specification: \(information[3])",
        "capabilities: \(service.capabilities.joined(separator: " "))",
        "picture: \(ServerManner.drawn(hasPicture))",
        "after a button: \(Self.words(button))", "after a click on the text: \(Self.words(body))",
        "haru: \(Identity.version)",
      ]
    try printOutput(lines.map(SafeText.line).joined(separator: "\n"))
  }

  private static func words(_ heard: Heard) -> String {
    let keys = heard.keys.isEmpty ? "nothing" : heard.keys.joined(separator: ", ")
    return keys + (heard.reason.map { ", closed \($0)" } ?? ", stays")
  }

  /// A picture in PNG, 48 pixels wide.
  private static let redSquare: [UInt8] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 48, 0, 0, 0, 48, 1, 3, 0,
    0, 0, 109, 204, 107, 196, 0, 0, 0, 3, 80, 76, 84, 69, 224, 27, 36, 155, 173, 194, 49, 0, 0, 0,
    13, 73, 68, 65, 84, 120, 218, 99, 96, 24, 5, 212, 4, 0, 1, 80, 0, 1, 52, 184, 58, 217, 0, 0, 0,
    0, 73, 69, 78, 68, 174, 66, 96, 130,
  ]
}
