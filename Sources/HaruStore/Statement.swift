internal import CSQLite
package import HaruCore

/// A value that goes into a statement.
package enum Value {
  case integer(Int64)
  case text(String)
  case null

  init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
  init(_ number: Int?) { self.init(number.map { Int64($0) }) }
  init(_ truth: Bool?) { self.init(truth.map { $0 ? 1 : 0 } as Int64?) }
  init(_ text: String?) { self = text.map(Value.text) ?? .null }
  init(_ instant: Instant?) { self.init(instant?.seconds) }
  init(_ day: Day?) { self.init(day?.description) }
}

/// A prepared statement.
package final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  private lazy var columns = Dictionary(
    (0..<sqlite3_column_count(handle)).map {
      (String(cString: sqlite3_column_name(handle, $0)), $0)
    }
  ) { first, _ in first }

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ values: [Value]) throws(StoreError) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .integer(let number): sqlite3_bind_int64(handle, place, number)
        case .text(let text): sqlite3_bind_text(handle, place, text, -1, Statement.copied)
        case .null: sqlite3_bind_null(handle, place)
        }
      guard code == SQLITE_OK else { throw database.error(code) }
    }
  }

  /// Steps to the next row; `false` after the last.
  package func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else {
      // The error is read before the reset clears it.
      let error = database.error(code)
      reset()
      throw error
    }
    return false
  }

  /// Ends the reading, and with it the lock.
  package func reset() {
    sqlite3_reset(handle)
  }

  /// The place of a column in the result, by the name that the query gives it.
  private func place(_ column: String) -> Int32 {
    assert(columns[column] != nil, "the query has no column \(column)")
    // SQLite reads NULL outside the result.
    return columns[column] ?? -1
  }

  func integer(_ column: String) -> Int64? { integer(place(column)) }
  func text(_ column: String) -> String? { text(place(column)) }
  func count(_ column: String) -> Int? { integer(column).map { Int($0) } }
  func bool(_ column: String) -> Bool? { integer(column).map { $0 == 1 } }
  func instant(_ column: String) -> Instant? { integer(column).map(Instant.init) }
  func day(_ column: String) -> Day? { Day(utf8: bytes(place(column))) }

  package func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : sqlite3_column_int64(handle, column)
  }

  package func text(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map { String(cString: $0) }
  }

  /// A number with its fraction; `nil` for NULL and for a value of another type.
  package func real(_ column: Int32) -> Double? {
    let type = sqlite3_column_type(handle, column)
    return [SQLITE_INTEGER, SQLITE_FLOAT].contains(type)
      ? sqlite3_column_double(handle, column) : nil
  }

  /// The bytes of a text, valid until the next step.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: sqlite3_column_text(handle, column), count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Tells SQLite to copy a bound text (`SQLITE_TRANSIENT`, a macro that Swift cannot import).
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
