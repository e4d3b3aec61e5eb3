/// What a running agent has yet to do, and tells of on the bus.
public struct Agenda: Hashable, Sendable {
  /// When the oldest click was made that could not be saved, and is tried again; `nil` if all are saved.
  public var notSavedSince: Instant?
  /// Since when the daily backup could not be made, and is tried again; `nil` if it was.
  public var noBackupSince: Instant?
  /// How many changes wait because the folder of other machines cannot be used.
  public var notInFolder = 0
  /// The next notification that comes by itself; `nil` if none is known.
  public var next: NextNotification?

  /// When *Later* reminds; `nil` if the user has not asked for it.
  public var later: Instant?

  /// Makes the agenda of an agent that has saved everything, unless told otherwise.
  public init(
    notSavedSince: Instant? = nil, noBackupSince: Instant? = nil, next: NextNotification? = nil,
    later: Instant? = nil
  ) {
    (self.notSavedSince, self.noBackupSince) = (notSavedSince, noBackupSince)
    (self.next, self.later) = (next, later)
  }
}
