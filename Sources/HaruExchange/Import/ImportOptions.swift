public import HaruCore

/// What the user chose for an import.
public struct ImportOptions: Sendable {
  /// The zone whose midnights the instants are read as.
  public let zone: Zone
  /// Whether the user named that zone; else it is the local one.
  public let isZoneNamed: Bool
  /// The name of the habit to read, if the user named one.
  public let habit: String?
  /// Whether to guess where the file does not decide.
  public let force: Bool
  /// Today.
  public let today: Day

  /// Makes options.
  public init(
    zone: Zone, isZoneNamed: Bool = false, habit: String? = nil, force: Bool = false, today: Day
  ) {
    (self.zone, self.isZoneNamed, self.habit) = (zone, isZoneNamed, habit)
    (self.force, self.today) = (force, today)
  }

  /// Chooses the habit to read.
  ///
  /// - Throws: `ImportError` with the names in the file, if it cannot choose one.
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

  /// Refuses the name of a habit, for a format that has no names.
  func refuseHabit() throws(ImportError) {
    if let habit { throw .noSuchHabit(habit, of: []) }
  }
}
