/// Why the store did not do what was asked; nothing was changed.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process held the lock for longer than we wait; try again.
  case busy
  /// The disk is full.
  case full
  /// The file may be read but not written.
  case readOnly
  /// There is no file.
  case missing
  /// The file is damaged.
  case corrupt
  /// The file is something else than a store of ours.
  case notAStore
  /// The file was written by a newer version, with this schema.
  case newerSchema(Int)
  /// The store has been moved to this path since it was opened, or is looked for in its old place.
  case moved(to: String)
  /// There is no file in the place of the user's own that this path names, but a store was there or
  /// its directory is missing: its disk is not connected. The address, if one leads there, is in
  /// this file.
  case absent(String, address: String?)
  /// This file shall say where the store was moved to, and does not.
  case badAddress(String)
  /// The day is after today.
  case future(Day)
  /// The tables refuse what they were given; a day, where it is known which.
  case refused(Day?)
  /// What was to be taken contradicts itself.
  case contradiction
  /// The system refuses; its reason in its words.
  case unavailable(String)
}
