/// What a running agent has yet to do, and tells of on the bus.
public struct Agenda: Hashable, Sendable {
  /// When the oldest click was made that could not be saved, and is tried again; `nil` if all are saved.
  public var notSavedSince: Instant?

  /// Makes the agenda of an agent that has saved everything, unless told otherwise.
  public init(notSavedSince: Instant? = nil) {
    self.notSavedSince = notSavedSince
  }
}
