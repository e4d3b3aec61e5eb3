internal import CSQLite
internal import HaruCore

/// What Haru reads of a JSON object; a member that is missing or of another type is `nil`.
///
/// SQLite parses the JSON: haru-fetch links it anyway, and Foundation would double its size.
struct JSONObject {
  /// A member that Haru reads, by its path; to read all that GitHub sends would take twice as long.
  enum Member: String, CaseIterable {
    case archived, contributions, description, login, message, name
    case avatar = "avatar_url"
    case defaultBranch = "default_branch"
    case forks = "forks_count"
    case fullName = "full_name"
    case hasIssues = "has_issues"
    case openIssues = "open_issues_count"
    case ownersAvatar = "owner.avatar_url"
    case pushedAt = "pushed_at"
    case stars = "stargazers_count"
    case subscribers = "subscribers_count"
  }

  private enum Value {
    case text([UInt8])
    case number(Double)
    case flag(Bool)
  }

  private let members: [Member: Value]

  /// Reads an object.
  init(_ json: [UInt8]) throws(ReloadProblem) {
    guard let object = try JSONObject.objects(JSONObject.objectQuery, json).first
    else { throw JSONObject.unexpected }
    self = object
  }

  /// Reads the values of all members, in the order of `Member.allCases`.
  private init(_ values: ArraySlice<Value?>) {
    members = Dictionary(
      uniqueKeysWithValues: zip(Member.allCases, values).compactMap { member, value in
        value.map { (member, $0) }
      })
  }

  /// Reads the objects in an array; an element of another type is an object without members.
  static func array(_ json: [UInt8]) throws(ReloadProblem) -> [JSONObject] {
    guard try rows(arrayCheck, json, { _ in }).count == 1 else { throw unexpected }
    return try objects(arrayQuery, json)
  }

  // MARK: Members

  /// A count of things.
  func count(_ member: Member) -> Int? {
    guard case .number(let number)? = members[member] else { return nil }
    return Int(exactly: number).flatMap { (0...JSONObject.highestCount).contains($0) ? $0 : nil }
  }

  /// A text that is not empty, cut after a number of characters and before the first NUL.
  func text(_ member: Member, limit: Int = 1000) -> String? {
    guard case .text(let bytes)? = members[member],
      let text = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self), !text.isEmpty
    else { return nil }
    // Scalars, because one character may consist of thousands.
    return String(text.unicodeScalars.prefix(limit))
  }

  func flag(_ member: Member) -> Bool? {
    if case .flag(let flag)? = members[member] { flag } else { nil }
  }

  /// An instant in RFC 3339, without its fraction of a second.
  func instant(_ member: Member) -> Instant? {
    text(member).flatMap { text in
      let (whole, rest) = (text.prefix(19), text.dropFirst(19))
      let zone = rest.first == "." ? rest.dropFirst().drop { ("0"..."9").contains($0) } : rest
      return Instant(rfc3339: String(whole + zone))
    }
  }

  /// The address of a picture.
  func address(_ member: Member) -> String? {
    text(member, limit: 2001).flatMap { text in
      let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) }
      return isAddress && text.utf8.count <= 2000 && text.utf8.allSatisfy(\.isVisible) ? text : nil
    }
  }

  /// More than there are people; a higher number is an error of the host.
  private static let highestCount = 10_000_000_000

  // MARK: SQLite

  private static let unexpected = ReloadProblem.badResponse("not the JSON that was expected")

  /// Reads the objects that a query finds: a row for each member, its type and its value.
  private static func objects(
    _ query: OpaquePointer?, _ json: [UInt8]
  ) throws(ReloadProblem) -> [JSONObject] {
    let (values, count) = (try rows(query, json, value), Member.allCases.count)
    // Without memory SQLite ends in the middle of an object.
    return stride(from: 0, through: values.count - count, by: count).map {
      JSONObject(values[$0..<$0 + count])
    }
  }

  private static func value(of row: OpaquePointer) -> Value? {
    guard let type = sqlite3_column_text(row, 0) else { return nil }
    switch String(cString: type) {
    case "text": return .text(text(row, 1))
    case "integer", "real": return .number(sqlite3_column_double(row, 1))
    case "true": return .flag(true)
    case "false": return .flag(false)
    default: return nil
    }
  }

  private static func text(_ row: OpaquePointer, _ column: Int32) -> [UInt8] {
    let bytes = sqlite3_column_text(row, column)
    return Array(
      UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(row, column))))
  }

  private static func rows<Row>(
    _ statement: OpaquePointer?, _ json: [UInt8], _ read: (OpaquePointer) -> Row
  ) throws(ReloadProblem) -> [Row] {
    // SQLite stops reading at a NUL.
    guard let statement, !json.contains(0) else { throw unexpected }
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
  private nonisolated(unsafe) static let objectQuery = prepared(
    "SELECT type, atom FROM json_each(CASE WHEN \(isValid("object")) THEN \(members(of: "?1")) END)"
  )
  private nonisolated(unsafe) static let arrayCheck = prepared("SELECT 1 WHERE \(isValid("array"))")
  private nonisolated(unsafe) static let arrayQuery = prepared(
    """
    SELECT member.type, member.atom FROM json_each(?1) AS element, json_each(
      CASE element.type WHEN 'object' THEN \(members(of: "element.value"))
        ELSE \(members(of: "'{}'")) END) AS member
      ORDER BY element.key, member.key
    """)

  /// The values of all members as an array; SQLite parses the object once for all of them.
  private static func members(of json: String) -> String {
    let paths = Member.allCases.map { "'$.\($0.rawValue)'" }.joined(separator: ", ")
    return "json_extract(\(json), \(paths))"
  }

  /// By its type alone, SQLite also accepts JSON5.
  private static func isValid(_ type: String) -> String {
    "CASE WHEN json_valid(?1) THEN json_type(?1) = '\(type)' END"
  }

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
