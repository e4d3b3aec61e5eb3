public import HaruCore
internal import HaruSystem

extension TimeSource {
  /// The system's clock and the user's time zone.
  public static let local = TimeSource(
    now: { Instant(LocalClock.now) },
    zone: {
      LocalZone.update()
      return Zone(name: LocalZone.name(at: LocalClock.now)) {
        LocalZone.utcOffset(at: $0.seconds)
      }
    })
}
