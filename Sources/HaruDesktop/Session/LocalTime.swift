public import HaruCore
internal import HaruSystem

extension Surroundings {
  /// The system's clock and the user's time zone.
  public static let local = Surroundings(
    now: { Instant(LocalClock.now) },
    zone: {
      LocalZone.refresh()
      return Zone(name: LocalZone.name(at: LocalClock.now)) {
        LocalZone.utcOffset(at: $0.seconds)
      }
    })
}
