internal import Glibc
internal import HaruCore

extension Weekday {
  /// The first day of the week in the user's locale (`LC_TIME`).
  static var firstOfLocale: Weekday {
    // glibc returns a date on which a week begins, 19971130 or 19971201, as the value of a pointer,
    // and the number of the first day in that week, from 1, as a character.
    let begin = UInt(bitPattern: nl_langinfo(Int32(_NL_TIME_WEEK_1STDAY))) & 0xffff_ffff
    let position = Int(nl_langinfo(Int32(_NL_TIME_FIRST_WEEKDAY))?.pointee ?? 1)
    let week = Weekday.week(beginning: begin == 19_971_201 ? .monday : .sunday)
    return week[(max(1, position) - 1) % 7]
  }
}
