internal import CSQLite
internal import HaruCore

/// The members of a JSON object; one that is missing or of another type is `nil`.
///
/// SQLite parses the JSON: haru-fetch links it anyway, and Foundation would double its size.
struct JSONObject {
  private enum Value {
    case text([UInt8])
    case number(Double)
    case flag(Bool)
    /// An object or an array, as JSON.
    case nested([UInt8])
    case null
  }

  private let members: [String: Value]

  /// Reads an object.
  init(_ json: [UInt8]) throws(ReloadProblem) {
    members = Dictionary(
      try JSONObject.values(in: json, type: "object"), uniquingKeysWith: { $1 })
  }

  /// Reads the objects in an array; `nil` stands for an element of another type.
  static func array(_ json: [UInt8]) throws(ReloadProblem) -> [JSONObject?] {
    try values(in: json, type: "array").map { _, value in
      if case .nested(let json) = value { try? JSONObject(json) } else { nil }
    }
  }

  // MARK: Members

  /// A count of things.
  func count(_ name: String) -> Int? {
    guard case .number(let number)? = members[name] else { return nil }
    return Int(exactly: number).flatMap { (0...JSONObject.highestCount).contains($0) ? $0 : nil }
  }

  /// A text that is not empty, cut after a number of characters and before the first NUL.
  func text(_ name: String, limit: Int = 1000) -> String? {
    guard case .text(let bytes)? = members[name],
      let text = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self), !text.isEmpty
    else { return nil }
    // Scalars, because one character may consist of thousands.
    return String(text.unicodeScalars.prefix(limit))
  }

  func flag(_ name: String) -> Bool? {
    if case .flag(let flag)? = members[name] { flag } else { nil }
  }

  func object(_ name: String) -> JSONObject? {
    if case .nested(let json)? = members[name] { try? JSONObject(json) } else { nil }
  }

  /// An instant in RFC 3339, without its fraction of a second.
  func instant(_ name: String) -> Instant? {
    text(name).flatMap { text in
      let (whole, rest) = (text.prefix(19), text.dropFirst(19))
      let zone = rest.first == "." ? rest.dropFirst().drop { ("0"..."9").contains($0) } : rest
      return Instant(rfc3339: String(whole + zone))
    }
  }

  /// The address of a picture.
  func address(_ name: String) -> String? {
    text(name, limit: 2001).flatMap { text in
      let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) }
      return isAddress && text.utf8.count <= 2000 && text.utf8.allSatisfy(\.isVisible) ? text : nil
    }
  }

  /// More than there are people; a higher number is an error of the host.
  private static let highestCount = 10_000_000_000

  // MARK: SQLite

  private static func values(
    in json: [UInt8], type: String
  ) throws(ReloadProblem) -> [(String, Value)] {
    // By its type alone, SQLite also accepts JSON5; and it stops reading at a NUL.
    guard !json.contains(0),
      rows(typeQuery, json, { text($0, 0) }) == [Array(type.utf8)]
    else { throw .badResponse("not the JSON that was expected") }
    return rows(membersQuery, json) { row in
      (String(decoding: text(row, 0), as: UTF8.self), value(of: row))
    }
  }

  private static func value(of row: OpaquePointer) -> Value {
    switch String(decoding: text(row, 1), as: UTF8.self) {
    case "text": .text(text(row, 2))
    case "integer", "real": .number(sqlite3_column_double(row, 2))
    case "true": .flag(true)
    case "false": .flag(false)
    case "object", "array": .nested(text(row, 2))
    default: .null
    }
  }

  private static func text(_ row: OpaquePointer, _ column: Int32) -> [UInt8] {
    let bytes = sqlite3_column_text(row, column)
    return Array(
      UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, column))))
  }

  private static func rows<Row>(
    _ statement: OpaquePointer?, _ json: [UInt8], _ read: (OpaquePointer) -> Row
  ) -> [Row] {
    guard let statement else { return [] }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    return json.withUnsafeBytes { bytes in
      // A static text: it outlives the binding.
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      sqlite3_bind_text(statement, 1, start, Int32(bytes.count), nil)
      var rows: [Row] = []
      while sqlite3_step(statement) == SQLITE_ROW { rows.append(read(statement)) }
      return rows
    }
  }

  // Prepared once in a process: to prepare one takes as long as to read an answer.
  private nonisolated(unsafe) static let typeQuery = prepared(
    "SELECT CASE WHEN json_valid(?1) THEN json_type(?1) END")
  private nonisolated(unsafe) static let membersQuery = prepared(
    "SELECT key, type, value FROM json_each(?1)")

  private static func prepared(_ sql: String) -> OpaquePointer? {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    return statement
  }

  /// An empty database in memory: only the functions for JSON are needed.
  private nonisolated(unsafe) static let database = {
    var database: OpaquePointer?
    sqlite3_open(":memory:", &database)
    return database
  }()
}
