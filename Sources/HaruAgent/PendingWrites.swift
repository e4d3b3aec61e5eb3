internal import HaruCore
internal import HaruStore

/// Changes that wait for the store's lock, in the order they were asked for.
struct PendingWrites {
  enum Change {
    case mark(Day, studied: Bool)
    /// The changes of a repository are not announced any more.
    case silence(RepositoryName)
  }

  struct Write {
    let change: Change
    /// The day it was when it was asked for.
    let today: Day
    let provenance: Provenance
    /// When it is given up, on the monotonic clock, in milliseconds.
    let deadline: Int64
    /// Who waits for the answer over the bus.
    let answer: BusAnswer?
  }

  enum Outcome {
    case written(Write, changed: Bool)
    case failed(Write, StoreError)
  }

  /// How long a change waits for the lock (DESIGN §5).
  static let patienceMilliseconds: Int64 = 5000

  private var waiting: [Write] = []

  var isEmpty: Bool { waiting.isEmpty }

  mutating func append(_ write: Write) {
    waiting.append(write)
  }

  /// Writes what can be written, and says how each change that is no longer waiting ended.
  ///
  /// The lock is waited for once at most: the next change would find it no more free.
  mutating func drain(
    at uptime: Int64, with write: (Write) -> Result<Bool, StoreError>
  ) -> [Outcome] {
    var outcomes: [Outcome] = []
    while let next = waiting.first {
      switch write(next) {
      case .success(let changed):
        outcomes.append(.written(next, changed: changed))
      case .failure(.busy):
        guard uptime >= next.deadline else { return outcomes }
        waiting.removeFirst()
        return outcomes + [.failed(next, .busy)]
      case .failure(let error):
        outcomes.append(.failed(next, error))
      }
      waiting.removeFirst()
    }
    return outcomes
  }
}
