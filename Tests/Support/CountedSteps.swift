import CSQLite

/// Counts the steps that SQLite's machine takes in this process: what a query costs, on any computer and beside any
/// other work.
public enum CountedSteps {
  private static let stepsAtOnce: Int32 = 100
  nonisolated(unsafe) private static var hundreds = 0
  nonisolated(unsafe) private static var isCounting = false

  /// How many hundreds of steps a body takes with the databases that it opens.
  public static func hundreds(_ body: () throws -> Void) rethrows -> Int {
    if !isCounting {
      sqlite3_auto_extension(unsafeBitCast(begin, to: (@convention(c) () -> Void).self))
    }
    (isCounting, hundreds) = (true, 0)
    try body()
    return hundreds
  }

  private static let begin:
    @convention(c) (OpaquePointer?, UnsafePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?)
      -> Int32 = { database, _, _ in
        sqlite3_progress_handler(
          database, CountedSteps.stepsAtOnce,
          { _ in
            CountedSteps.hundreds += 1
            return 0
          }, nil)
        return 0
      }
}
