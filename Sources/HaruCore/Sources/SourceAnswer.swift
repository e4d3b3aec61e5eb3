/// What a source has said when it was asked (docs/sources.md).
public struct SourceAnswer: Message, Hashable, Sendable {
  /// Its name.
  public let source: String
  /// The days that it calls studied, with its words.
  public var said: [Day: String] = [:]
  /// Those that it names besides, and may not mark: of yesterday, today, and some that are to come.
  public var withheld: [Day] = []
  /// Those that it has marked.
  public var marked: [Day] = []
  /// Those that stay as they are, because their marks were cleared.
  public var cleared: [Day] = []
  /// What holds for its file at each reading by the same line.
  public var held = Held()
  /// Which rows of its file cannot be read, in a line; `nil` if all can.
  public var unread: String?
  /// Why it has failed, in a sentence; `nil` if it has not.
  public var problem: String?
  /// How often in a row it has failed.
  public var failures = 0
  /// What tells whether its file is as it was; `nil` for a program.
  public var stamp: String?

  /// What was found in a kept file, and holds as long as its line is the same.
  public struct Held: Hashable, Sendable {
    /// The words of the line.
    public var line: [String]
    /// The columns that were read as days, values and habits (`Import.Found.columns`).
    public var columns: [String]
    /// The days that stood in the file before they began, which are planned and prove nothing.
    public var planned: Set<Day>

    /// Makes what holds.
    public init(line: [String] = [], columns: [String] = [], planned: Set<Day> = []) {
      (self.line, self.columns, self.planned) = (line, columns, planned)
    }

    /// The days in a file that stood there before they began: as it tells itself, and as it was known before.
    public func plans(in found: Import.Found) -> Set<Day> {
      // A program may empty its file for a moment, before it writes its rows anew.
      let known = found.studied.isEmpty ? planned : planned.intersection(found.studied)
      return known.union(found.ahead)
    }
  }

  /// Makes the answer of a source that says nothing.
  public init(_ source: String) {
    self.source = source
  }

  /// The answer as an object.
  public var json: JSON {
    .object([
      ("source", .string(source)),
      (
        "said",
        .object(said.map { ($0.key.description, JSON.string($0.value)) }.sorted { $0.0 < $1.0 })
      ),
      ("withheld", Self.list(withheld)), ("marked", Self.list(marked)),
      ("cleared", Self.list(cleared)), ("planned", Self.list(held.planned.sorted())),
      ("line", .array(held.line.map(JSON.string))),
      ("columns", .array(held.columns.map(JSON.string))),
      ("unread", .string(unread)), ("problem", .string(problem)),
      ("failures", .integer(failures)), ("stamp", .string(stamp)),
    ])
  }

  private static func list(_ days: [Day]) -> JSON {
    .array(days.map { .string($0.description) })
  }

  /// Reads the object.
  public init(json: JSON) throws(MessageError) {
    source = try json.text("source", \.self)
    guard case .object(let said)? = json["said"] else { throw MessageError("said") }
    for (name, words) in said {
      guard let day = Day(name), let words = words.string else { throw MessageError("said") }
      self.said[day] = words
    }
    withheld = try json.texts("withheld") { Day($0) }
    marked = try json.texts("marked") { Day($0) }
    cleared = try json.texts("cleared") { Day($0) }
    held = Held(
      line: try json.texts("line", \.self), columns: try json.texts("columns", \.self),
      planned: Set(try json.texts("planned") { Day($0) }))
    unread = try json.optional("unread", \.string)
    problem = try json.optional("problem", \.string)
    failures = try json.count("failures")
    stamp = try json.optional("stamp", \.string)
  }
}
