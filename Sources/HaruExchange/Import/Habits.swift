internal import HaruCore

extension Wish {
  /// The one of several habits that is meant.
  ///
  /// - Throws: `ImportError` with the names there are, if that cannot be told.
  func choose<Habit>(
    from habits: [Habit], name: (Habit) -> String
  ) throws(ImportError) -> Habit {
    let names = habits.map(name)
    if let wanted = habit {
      let named = habits.filter { name($0) == wanted }
      guard let first = named.first else { throw .noSuchHabit(wanted, of: names) }
      guard named.count == 1 else { throw .sameName(wanted) }
      return first
    }
    guard let only = habits.first, habits.count == 1 else { throw .severalHabits(names) }
    return only
  }

  /// Makes sure that no habit is asked for, where there are none by name.
  func refuseHabit() throws(ImportError) {
    if let habit { throw .noSuchHabit(habit, of: []) }
  }
}
