internal import CSQLite
internal import HaruCore

/// A column of days, read by the ten thousand.
///
/// To return from each row and be called for the next costs SQLite more than the row itself. As an
/// aggregate function this takes all of them in one step (`Benchmarks/run history`).
final class DayColumn {
  /// Stays where it is, for SQLite holds its address.
  private let taken = UnsafeMutablePointer<TakenDays>.allocate(capacity: 1)

  /// Makes `take_day(day)` known to a connection, which must not be used after this object's end.
  init(on connection: OpaquePointer) {
    taken.initialize(to: TakenDays())
    sqlite3_create_function_v2(
      connection, "take_day", 1, SQLITE_UTF8 | SQLITE_DIRECTONLY, taken,
      nil,
      { context, _, values in
        guard let taken = sqlite3_user_data(context), let value = values?[0] else { return }
        taken.assumingMemoryBound(to: TakenDays.self).pointee.take(
          UnsafeRawBufferPointer(
            start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value))))
      },
      { sqlite3_result_null($0) },
      nil)
  }

  deinit {
    taken.deinitialize(count: 1).deallocate()
  }

  /// The days that a statement hands to `take_day`, in its order; `nil` if something else was among
  /// them.
  func days(of statement: Statement) throws(StoreError) -> [Day]? {
    defer {
      taken.pointee = TakenDays()
      statement.reset()
    }
    _ = try statement.step()
    return taken.pointee.hasOther ? nil : taken.pointee.days
  }
}

/// The days of a column, as far as it has been read.
private struct TakenDays {
  private(set) var days: [Day] = []
  /// Whether there was anything that is no day.
  private(set) var hasOther = false
  /// `YYYY-MM-` of the newest day taken, and that month's days.
  ///
  /// Most days lie in the month of the one before, and then only the last two digits are read.
  private var monthText: UInt64 = 0
  private var month: ClosedRange<Day>?

  mutating func take(_ text: UnsafeRawBufferPointer) {
    if let day = text.count == 10 ? day(text) : nil {
      days.append(day)
    } else {
      hasOther = true
    }
  }

  private mutating func day(_ text: UnsafeRawBufferPointer) -> Day? {
    let monthText = text.loadUnaligned(as: UInt64.self)
    if monthText == self.monthText, let month {
      let (tens, ones) = (text[8] &- UInt8(ascii: "0"), text[9] &- UInt8(ascii: "0"))
      guard tens <= 9, ones <= 9,
        let day = month.lowerBound.advanced(by: Int(tens &* 10 &+ ones) - 1)
      else { return nil }
      return month.contains(day) ? day : nil
    }
    let day = Day(utf8: text.assumingMemoryBound(to: UInt8.self))
    (self.monthText, month) = (monthText, day?.month.days)
    return day
  }
}
