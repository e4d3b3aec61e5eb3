/// Work that waits for its time: a retry, or something that may wait until nobody is in a hurry.
enum Job: Hashable, Sendable {
  /// Write again what another process kept from being written.
  case write
  /// Read the days again.
  case read
  /// Show today without the question that nobody has answered.
  case stopAsking
  /// Take away what says when *Later* reminds.
  case stopSayingLater
  /// Draw the pictures that are missing.
  case draw
  /// Show today without its picture, which takes too long.
  case stopAwaitingPicture
  /// Ask without the answers of sources, which take too long.
  case stopAwaitingSources
  /// Give way to the program that was installed in the place of this one.
  case giveWay
  /// Make the day's backup.
  case backUp
  /// Send today's notification again, which the server refused.
  case sendToday
  /// Ask all guests for the first time.
  case askGuests
  /// Ask a guest about what has changed since it was asked.
  case askGuest(String)
  /// Send the notification of a guest again, which the server refused.
  case sendGuest(String)
}

/// The jobs that wait, each for one time on a clock that never jumps.
@MainActor
final class Jobs {
  /// Milliseconds on that clock.
  let uptime: @MainActor () -> Int64
  private var due: [Job: Int64] = [:]

  /// Makes an empty list of jobs.
  init(uptime: @escaping @MainActor () -> Int64) {
    self.uptime = uptime
  }

  /// When the first job is due; `nil` if none waits.
  var next: Int64? { due.values.min() }

  /// Removes the jobs that are due, and returns them.
  func removeDue() -> Set<Job> {
    let now = uptime()
    let ready = Set(due.filter { $0.value <= now }.keys)
    for job in ready { cancel(job) }
    return ready
  }

  /// Makes a job due after a time, or sooner if it waits already.
  func schedule(_ job: Job, afterMilliseconds milliseconds: Int64) {
    let time = uptime() + milliseconds
    due[job] = min(due[job] ?? time, time)
  }

  func cancel(_ job: Job) { due[job] = nil }

  func waits(_ job: Job) -> Bool { due[job] != nil }
}
