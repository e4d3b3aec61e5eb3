import HaruCore
import HaruStore

/// Checks, from another process than the agent, that a day shown as studied is in the store.
struct StoreWitness {
  let path: String
  /// The word in the summary of a notification whose day is marked.
  let word: String

  /// Looks for the mark of the day that a notification shows as studied; `nil` if it shows none.
  ///
  /// The store is opened each time, so that only what has reached the file is seen.
  func look(at notification: ReceivedNotification) -> Sighting? {
    guard notification.summary.includes(word) else { return nil }
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
