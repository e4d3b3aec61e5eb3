internal import CSQLite
package import HaruCore
internal import HaruLog

/// A value that goes into a statement.
///
/// One that no reader of a row would take cannot be made, or is refused where it is bound
/// (docs/store.md#damaged-rows): `StoreError.refused`.
package enum Value {
  case integer(Int64)
  case text(String)
  case bytes([UInt8])
  case null

  package init(_ truth: Bool?) { self = truth.map { .integer($0 ? 1 : 0) } ?? .null }
  package init(_ text: String?) { self = text.map(Value.text) ?? .null }
  init(_ day: Day?) { self.init(day?.description) }
  init(_ name: EntryName?) { self = name.map { .bytes($0.bytes) } ?? .null }
  package init(_ count: Int?) throws(StoreError) {
    try self.init(count.map { Int64($0) }, in: StoredBounds.counts)
  }
  init(utcOffset: Int) throws(StoreError) {
    guard StoredBounds.utcOffsets.contains(utcOffset) else { throw .refused(nil) }
    self = .integer(Int64(utcOffset))
  }
  package init(_ instant: Instant?) throws(StoreError) {
    try self.init(instant?.seconds, in: StoredBounds.seconds)
  }
  init(_ instants: Set<Instant>) throws(StoreError) {
    guard instants.allSatisfy(StoredBounds.instants.contains) else { throw .refused(nil) }
    let seconds = instants.sorted().map { String($0.seconds) }
    self.init(seconds.isEmpty ? nil : seconds.joined(separator: " "))
  }

  private init(_ number: Int64?, in bounds: ClosedRange<Int64>) throws(StoreError) {
    guard number.map(bounds.contains) != false else { throw .refused(nil) }
    self = number.map(Value.integer) ?? .null
  }
}

extension StoredBounds {
  /// Instants as numbers.
  fileprivate static let seconds = instants.lowerBound.seconds...instants.upperBound.seconds
}

/// A prepared statement.
package final class Statement {
  private let handle: OpaquePointer
  private unowned let database: Database
  private lazy var columns = (0..<sqlite3_column_count(handle)).map {
    String(cString: sqlite3_column_name(handle, $0))
  }
  /// The place after the last that was asked for: most rows are read in the order of their columns.
  private var nextPlace = 0

  init(_ handle: OpaquePointer, of database: Database) {
    self.handle = handle
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ values: [Value]) throws(StoreError) {
    for (index, value) in values.enumerated() {
      if case .text(let text) = value, !StoredBounds.holds(text) { throw .refused(nil) }
      let place = Int32(index + 1)
      let code =
        switch value {
        case .integer(let number): sqlite3_bind_int64(handle, place, number)
        case .text(let text): sqlite3_bind_text(handle, place, text, -1, Statement.copied)
        case .bytes(let bytes):
          sqlite3_bind_blob(handle, place, bytes, Int32(bytes.count), Statement.copied)
        case .null: sqlite3_bind_null(handle, place)
        }
      guard code == SQLITE_OK else { throw database.error(code) }
    }
  }

  /// Steps to the next row; `false` after the last.
  func step() throws(StoreError) -> Bool {
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
  func reset() {
    sqlite3_reset(handle)
  }

  /// The place of a column in the result, by the name that the query gives it.
  private func place(_ column: String) -> Int32 {
    let isNext = columns.indices.contains(nextPlace) && columns[nextPlace] == column
    guard let place = isNext ? nextPlace : columns.firstIndex(of: column) else {
      assertionFailure("the query has no column \(column)")
      // SQLite reads NULL outside the result.
      return -1
    }
    nextPlace = place + 1
    return Int32(place)
  }

  // MARK: Values of a store

  // The gate between rows and values: a value outside its bounds throws `StoreError.damagedRows`, and
  // NULL is `nil` (docs/store.md#damaged-rows).

  package func id(_ column: String) throws(StoreError) -> Int64? {
    try number(column, in: 1...Int64.max)
  }
  /// The number of a row, or 0 for that before the first.
  func row(_ column: String) throws(StoreError) -> Int64? {
    try number(column, in: StoredBounds.rows)
  }
  package func count(_ column: String) throws(StoreError) -> Int? {
    try number(column, in: StoredBounds.counts).map { Int($0) }
  }
  package func bool(_ column: String) throws(StoreError) -> Bool? {
    try number(column, in: 0...1).map { $0 == 1 }
  }
  package func instant(_ column: String) throws(StoreError) -> Instant? {
    try number(column, in: StoredBounds.seconds).map(Instant.init)
  }
  /// The instants that stand in a text with spaces in between; none for NULL.
  func instants(_ column: String) throws(StoreError) -> Set<Instant> {
    var instants: Set<Instant> = []
    for part in try text(column)?.split(separator: " ") ?? [] {
      guard let instant = Int64(part).map({ Instant($0) }).flatMap(StoredBounds.instants.exactly)
      else { throw .damagedRows }
      instants.insert(instant)
    }
    return instants
  }
  func utcOffset(_ column: String) throws(StoreError) -> Int? {
    let bounds = StoredBounds.utcOffsets
    return try number(column, in: Int64(bounds.lowerBound)...Int64(bounds.upperBound))
      .map { Int($0) }
  }
  func day(_ column: String) throws(StoreError) -> Day? {
    let place = place(column)
    guard !isNull(place) else { return nil }
    guard let day = Day(utf8: bytes(place)) else { throw .damagedRows }
    return day
  }
  package func text(_ column: String) throws(StoreError) -> String? {
    let place = place(column)
    guard !isNull(place) else { return nil }
    let bytes = bytes(place)
    guard sqlite3_column_type(handle, place) == SQLITE_TEXT,
      StoredBounds.holds(bytes),
      let text = String(validating: bytes, as: UTF8.self)
    else { throw .damagedRows }
    return text
  }

  func name(_ column: String) throws(StoreError) -> EntryName? {
    let names = try names(column)
    guard names.count <= 1 else { throw .damagedRows }
    return names.first
  }
  /// The names that stand one behind the other in a column; none for NULL.
  func names(_ column: String) throws(StoreError) -> [EntryName] {
    let place = place(column)
    guard !isNull(place) else { return [] }
    let bytes = Array(
      UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, place), count: Int(sqlite3_column_bytes(handle, place))))
    guard sqlite3_column_type(handle, place) == SQLITE_BLOB, !bytes.isEmpty,
      bytes.count % EntryName.length == 0
    else { throw .damagedRows }
    return stride(from: 0, to: bytes.count, by: EntryName.length).compactMap {
      EntryName(bytes: bytes[$0..<$0 + EntryName.length])
    }
  }

  /// When, where and how; `nil` if a part of it is missing.
  func provenance(at column: String) throws(StoreError) -> Provenance? {
    guard let at = try instant(column), let utcOffset = try utcOffset("utc_offset"),
      let zone = try text("zone"), let source = try text("source").flatMap(Provenance.Source.init)
    else { return nil }
    return Provenance(at: at, utcOffset: utcOffset, zone: zone, source: source)
  }

  private func number(
    _ column: String, in bounds: ClosedRange<Int64>
  ) throws(StoreError) -> Int64? {
    let place = place(column)
    guard !isNull(place) else { return nil }
    guard sqlite3_column_type(handle, place) == SQLITE_INTEGER,
      bounds.contains(sqlite3_column_int64(handle, place))
    else { throw .damagedRows }
    return sqlite3_column_int64(handle, place)
  }

  private func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  // MARK: Values of any database

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
