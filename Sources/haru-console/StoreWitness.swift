import HaruCore
import HaruStore

/// Looks into the store, from this process, when a notification says that something is there.
struct StoreWitness {
  let path: String
  /// What a notification's summary says when the day is marked.
  let word: String

  /// Looks for the mark of the day that a notification says is studied; `nil` if it says nothing
  /// of the kind.
  ///
  /// The store is opened anew each time, so that only what has reached the file is seen.
  func look(at notification: Notification) -> Sighting? {
    guard notification.summary.contains(word) else { return nil }
    for action in notification.actions {
      guard case .unstudy(let day) = Intent(actionKey: action.key) else { continue }
      do {
        return Sighting(
          day: day, isMarked: try Store(path: path, for: .reading).isStudied(day), problem: nil)
      } catch {
        return Sighting(day: day, isMarked: false, problem: "\(path): \(error)")
      }
    }
    return nil
  }
}

/// What was found in the store.
struct Sighting {
  let day: Day
  let isMarked: Bool
  let problem: String?
}
