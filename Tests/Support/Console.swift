internal import Foundation

/// The notification server of a test: `haru-console`, driven line by line.
public final class Console {
  /// A notification as the server got it.
  public struct Shown: Decodable, Hashable, Sendable {
    /// The id it was given.
    public let id: UInt32
    /// The id it was to replace; 0 for none.
    public let replaces: UInt32
    /// The application's name.
    public let app: String
    /// The application's icon.
    public let icon: String
    /// The title.
    public let summary: String
    /// The body, as it came.
    public let body: String
    /// Pairs of a key and a label, `default` among them.
    public let actions: [[String]]
    /// Hints, each printed as GVariant text.
    public let hints: [String: String]
    /// The time it asks to stay, in milliseconds.
    public let expire: Int
    /// When it came, in microseconds on the monotonic clock.
    public let atMicroseconds: Int64
    /// Whether the store had the mark that the notification speaks of; `nil` if it speaks of none,
    /// or nobody looked.
    public let mark: Bool?

    private enum CodingKeys: String, CodingKey {
      case id, replaces, app, icon, summary, body, actions, hints, expire, mark
      case atMicroseconds = "at_us"
    }

    /// The labels of its buttons, without the body's.
    public var labels: [String] { buttons.map { $0[1] } }

    /// The keys of its buttons, without the body's.
    public var keys: [String] { buttons.map { $0[0] } }

    /// The key of the button with a label.
    public func key(of label: String) throws -> String {
      guard let button = buttons.first(where: { $0[1] == label }) else {
        throw Failure.unexpected("no button \(label) in \(labels)")
      }
      return button[0]
    }

    private var buttons: [[String]] { actions.filter { $0.count == 2 && $0[0] != "default" } }
  }

  /// A notification as a server that is played draws it.
  public struct Drawn: Decodable, Hashable, Sendable {
    /// The id it was given.
    public let id: UInt32
    /// The title.
    public let summary: String
    /// The body, as it came.
    public let body: String
    /// The labels of its buttons.
    public let buttons: [String]
    /// The file of its picture.
    public let picture: String?
    /// How long it is on the screen; `nil` for no end.
    public let milliseconds: Int?
  }

  /// Something that happened at the server.
  public enum Event: Hashable, Sendable {
    /// A client showed something.
    case notify(Shown)
    /// A client asked to close an id.
    case close(UInt32, atMicroseconds: Int64)
    /// A notification is gone.
    case closed(UInt32, reason: Int)
    /// A button was pressed.
    case clicked(UInt32, key: String, atMicroseconds: Int64)
    /// A client asked for the capabilities.
    case capabilities(atMicroseconds: Int64)
    /// What is on the screen, the newest last.
    case screen([Drawn])
    /// The server is running.
    case ready
    /// A command was executed.
    case done(String)
    /// Something failed.
    case error(String)
  }

  /// The process.
  public let child: Child
  /// Everything that has been read so far, in order.
  public private(set) var history: [Event] = []
  /// Events that were read but not taken.
  private var backlog: [Event] = []
  private let environment: [String: String]
  /// The options it was started with.
  public let options: [String]

  /// Starts a server and waits until it owns the name.
  ///
  /// - Parameters:
  ///   - environment: The environment of the session, with its bus.
  ///   - options: Options of `haru-console`.
  /// - Throws: `Failure` if it does not.
  public init(environment: [String: String], _ options: [String] = []) throws {
    (self.environment, self.options) = (environment, options)
    child = try Child(
      Built.product("haru-console"), ["--lines"] + options, environment: environment)
    try take(within: .seconds(10)) { $0 == .ready ? () : nil }
  }

  // MARK: Events

  /// Takes the first wanted event; the others can be taken later.
  ///
  /// - Parameters:
  ///   - limit: How long it may take to come.
  ///   - pick: Returns a value for a wanted event, and `nil` for others.
  /// - Returns: The value.
  /// - Throws: `Failure.late`, or `Failure.ended` if the server has ended.
  public func take<T>(
    within limit: Duration = .seconds(10), _ pick: (Event) throws -> T?
  ) throws -> T {
    var looked = 0
    let deadline = ContinuousClock.now + limit
    while true {
      while looked < backlog.count {
        if let picked = try pick(backlog[looked]) {
          backlog.remove(at: looked)
          return picked
        }
        looked += 1
      }
      try read(until: deadline)
    }
  }

  /// The next notification shown, new or in place of another.
  public func shown(
    within limit: Duration = .seconds(10), where isWanted: (Shown) -> Bool = { _ in true }
  ) throws -> Shown {
    try take(within: limit) { event in
      if case .notify(let shown) = event, isWanted(shown) { shown } else { nil }
    }
  }

  /// The notification that was shown last, of all that has been read.
  public var newest: Shown? {
    history.reversed().lazy.compactMap { event in
      if case .notify(let shown) = event { shown } else { nil }
    }.first
  }

  /// Waits until a notification is closed, and returns the reason.
  @discardableResult
  public func closed(_ id: UInt32, within limit: Duration = .seconds(10)) throws -> Int {
    try take(within: limit) { event in
      if case .closed(id, let reason) = event { reason } else { nil }
    }
  }

  /// Waits until a client has asked to close a notification.
  public func closeAsked(_ id: UInt32, within limit: Duration = .seconds(10)) throws {
    try take(within: limit) { event in
      if case .close(id, _) = event { () } else { nil }
    }
  }

  /// The notifications that clients have asked to close, of all that has been read.
  public var closesAsked: [UInt32] {
    history.compactMap { event in
      if case .close(let id, _) = event { id } else { nil }
    }
  }

  /// Takes all events that have come when the agent has handled everything before this call, to prove that
  /// one does not come; events that were read before but not taken are among them.
  public func eventsSoFar() throws -> [Event] {
    let name = "io.github.haru.Haru"
    // One that has just been started may not be on the bus yet.
    try waitForOwner(of: name, environment)
    // What the agent shows in a later turn of its loop may come after the first answer, not after the second.
    for _ in 0..<2 {
      try call("org.freedesktop.DBus.Properties.GetAll", of: name, name + "1")
    }
    try settle()
    return try events(during: .zero)
  }

  /// Lets a time pass on which something depends, such as that of a double click, and takes all events that
  /// have come; events that were read before but not taken are among them.
  public func events(during time: Duration) throws -> [Event] {
    let deadline = ContinuousClock.now + time
    do {
      while true { try read(until: deadline) }
    } catch Failure.late {}
    defer { backlog = [] }
    return backlog
  }

  /// Lets the time of a double click pass, and of a server's end (docs/notifications.md#clicks); takes all
  /// events that have come.
  public func waitForDoubleClick() throws {
    _ = try events(during: .milliseconds(1050))
  }

  /// Waits until the server has handled everything that was sent to it before, even by a program
  /// killed since; its events can then be read without waiting.
  public func settle() throws {
    let name = "org.freedesktop.Notifications"
    try call(name + ".GetServerInformation", of: name)
  }

  /// Calls a method on the bus, and waits for its answer.
  private func call(_ method: String, of name: String, _ arguments: String...) throws {
    let outcome = try Child.call(method, of: name, arguments, environment: environment)
    guard outcome.status == 0 else { throw Failure.unexpected(outcome.errors) }
  }

  // MARK: Commands

  /// Sends a command and waits until it is executed.
  ///
  /// - Throws: `Failure.unexpected` if the server refuses it.
  public func command(_ line: String) throws {
    try child.send(line)
    try take { event in
      switch event {
      case .done(line): ()
      case .error(let message): throw Failure.unexpected(message)
      default: nil
      }
    }
  }

  /// Presses a button of a notification, even of one that is closed.
  ///
  /// - Returns: When it was pressed, in microseconds on the monotonic clock.
  @discardableResult
  public func click(_ id: UInt32, _ key: String) throws -> Int64 {
    try command("click \(id) \(key)")
    return try take { event in
      if case .clicked(id, key, let time) = event { time } else { nil }
    }
  }

  /// Presses the button with a label.
  public func press(_ label: String, on shown: Shown) throws {
    try click(shown.id, shown.key(of: label))
  }

  /// Presses the button with a label, and waits for the next notification that is shown.
  public func shown(afterPressing label: String, on shown: Shown) throws -> Shown {
    try press(label, on: shown)
    return try self.shown()
  }

  /// Puts a notification away as its user does, and waits until it is gone.
  public func dismiss(_ id: UInt32) throws {
    try command("dismiss \(id)")
    try closed(id)
  }

  /// What a server that is played has on the screen now, the newest last.
  public func look() throws -> [Drawn] {
    try command("look")
    return try take { if case .screen(let drawn) = $0 { drawn } else { nil } }
  }

  /// Ends the server as its user does, and waits until its name is free.
  public func quit() throws {
    child.closeInput()
    let ending = try child.wait()
    guard ending == .exited(0) else { throw Failure.unexpected("haru-console: \(ending)") }
  }

  private func read(until deadline: ContinuousClock.Instant) throws {
    let line = try child.line(within: max(.zero, deadline - .now))
    guard let event = try? JSONDecoder().decode(EventLine.self, from: Data(line.utf8)).event else {
      throw Failure.unexpected("a line: \(line)")
    }
    history.append(event)
    backlog.append(event)
  }
}

/// One line of `haru-console --lines`.
private struct EventLine: Decodable {
  let event: Console.Event

  private enum Key: String, CodingKey {
    case event, id, reason, key, command, message, drawn
    case time = "at_us"
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func id() throws -> UInt32 { try values.decode(UInt32.self, forKey: .id) }
    func time() throws -> Int64 { try values.decode(Int64.self, forKey: .time) }
    func text(_ key: Key) throws -> String { try values.decode(String.self, forKey: key) }
    switch try text(.event) {
    case "ready": event = .ready
    case "notify": event = .notify(try Console.Shown(from: decoder))
    case "close": event = .close(try id(), atMicroseconds: try time())
    case "closed":
      event = .closed(try id(), reason: try values.decode(Int.self, forKey: .reason))
    case "clicked":
      event = .clicked(try id(), key: try text(.key), atMicroseconds: try time())
    case "capabilities": event = .capabilities(atMicroseconds: try time())
    case "screen": event = .screen(try values.decode([Console.Drawn].self, forKey: .drawn))
    case "done": event = .done(try text(.command))
    case "error": event = .error(try text(.message))
    case let other: throw Failure.unexpected("an event \(other)")
    }
  }
}
