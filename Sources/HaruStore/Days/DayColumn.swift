internal import CSQLite
internal import HaruCore

/// A column of days, read in one step.
///
/// Returning from each row costs SQLite more than reading it; an aggregate function receives all rows
/// within one step (`Benchmarks/run history`).
final class DayColumn {
  /// Allocated, because SQLite keeps the address.
  private let taken = UnsafeMutablePointer<TakenDays>.allocate(capacity: 1)

  /// Adds the function `take_day(day)` to a connection, which must not outlive this object.
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

  /// The days that a statement passes to `take_day`, in its order; `nil` if one value is not a day.
  func days(of statement: Statement) throws(StoreError) -> [Day]? {
    defer {
      taken.pointee = TakenDays()
      statement.reset()
    }
    _ = try statement.step()
    return taken.pointee.hasOther ? nil : taken.pointee.days
  }
}

/// The days that `take_day` has received.
private struct TakenDays {
  private(set) var days: [Day] = []
  /// Whether a value was not a day.
  private(set) var hasOther = false
  /// `YYYY-MM-` of the last day, and the days of that month.
  ///
  /// Most days are in the month of the day before, so that only two digits have to be read.
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
