public import HaruCore
internal import HaruDesktop
public import Logging

/// Keeps the pictures of today and tomorrow, open and studied, drawn ahead in a process of its own.
///
/// Nothing waits for them but a login's notification, and that for a moment only. Where there is
/// none, the notification does without.
@MainActor
public final class DayPictures {
  /// Long enough after the start of a day or a change of settings to be in nobody's way.
  private static let delayMilliseconds = 2000
  /// How long a notification that nobody has asked for may wait for its picture.
  private static let patienceMilliseconds = 2000
  /// What was in the way may have gone by then: a disk may have room.
  private static let retryMilliseconds = 3_600_000

  /// What there has to be a picture of, and how it has to look.
  private struct Wanted: Equatable {
    let today: Day
    let settings: Settings

    var pictures: [DayPicture] {
      let days = [today, today.advanced(by: 1)].compactMap(\.self)
      return days.flatMap { day in
        [false, true].compactMap { DayPicture(of: day, isStudied: $0, settings) }
      }
    }
  }

  private let directory: PrivateDirectory
  private let drawer: any Drawer
  private let log: Logger
  private var wanted: Wanted?
  /// Whether a try of today has failed already.
  private var hasFailed = false
  private var isDrawing = false

  /// What the user has chosen.
  var settings: Settings

  /// Whether a picture of today is being drawn and may be there in a moment.
  private(set) var isAwaited = false

  /// Hears once that `isAwaited` no longer holds: it is there, or took too long.
  public var onSettled: @MainActor () -> Void = {}

  /// Makes a keeper of pictures that draws nothing until a day is due.
  ///
  /// - Parameters:
  ///   - directory: Where they are kept; it need not be there.
  ///   - settings: What the user has chosen.
  ///   - drawer: Draws them.
  ///   - log: Where it says what it could not do.
  public init(in directory: String, settings: Settings, drawer: any Drawer, log: Logger) {
    self.directory = PrivateDirectory(directory)
    (self.settings, self.drawer, self.log) = (settings, drawer, log)
  }

  /// Where the picture of a day is, or will be; `nil` if the user wants none.
  func path(of day: Day, isStudied: Bool) -> String? {
    guard !settings.hidden.contains(.notification) else { return nil }
    return DayPicture(of: day, isStudied: isStudied, settings).map { directory.file($0.fileName) }
  }

  /// Has drawn what is missing of a day and the next; once for each day and each look.
  ///
  /// At once where today's are missing, as after a login, and else when nobody is in a hurry.
  func areDue(on today: Day) {
    let wanted = Wanted(today: today, settings: settings)
    guard wanted != self.wanted else { return }
    self.wanted = wanted
    hasFailed = false
    let days = missing.map(\.day)
    if days.isEmpty {
      removeOld(today)
    } else if days.contains(today) {
      draw()
    } else {
      start(wanted, afterMilliseconds: DayPictures.delayMilliseconds)
    }
  }

  private var missing: [DayPicture] {
    guard let wanted, !wanted.settings.hidden.contains(.notification) else { return [] }
    return wanted.pictures.filter { !directory.holds($0.fileName) }
  }

  private func start(_ wanted: Wanted, afterMilliseconds delay: Int) {
    drawer.after(milliseconds: delay) { [weak self] in
      // Another day or another look has its own.
      if self?.wanted == wanted { self?.draw() }
    }
  }

  private func draw() {
    // Looked at again when that has ended.
    guard !isDrawing, let wanted else { return }
    removeOld(wanted.today)
    let missing = missing
    guard !missing.isEmpty else { return }
    guard drawer.isInstalled else { return log.debug("no pictures: haru-draw is not installed") }
    do {
      try directory.make()
    } catch {
      return fail("\(directory.path): \(error)", wanted)
    }
    isDrawing = true
    if missing.contains(where: { $0.day == wanted.today }) { beAwaited() }
    drawer.draw(missing.map { ($0.card, directory.file($0.fileName)) }) { [weak self] reason in
      self?.ended(reason, wanted)
    }
  }

  private func ended(_ reason: String?, _ drawn: Wanted) {
    isDrawing = false
    if let reason {
      fail(reason, drawn)
    } else {
      log.debug("pictures are drawn")
    }
    settle()
    if drawn != wanted { draw() }
  }

  /// One more try for a day or a look; who cannot draw then cannot draw today.
  private func fail(_ reason: String, _ wanted: Wanted) {
    guard wanted == self.wanted, !hasFailed else { return log.debug("no pictures: \(reason)") }
    hasFailed = true
    log.warning("no pictures were drawn: \(reason)")
    start(wanted, afterMilliseconds: DayPictures.retryMilliseconds)
  }

  private func beAwaited() {
    isAwaited = true
    drawer.after(milliseconds: DayPictures.patienceMilliseconds) { [weak self] in self?.settle() }
  }

  private func settle() {
    guard isAwaited else { return }
    isAwaited = false
    onSettled()
  }

  /// Removes pictures of ours that no notification can show any more.
  ///
  /// Yesterday's may still be on the screen; of days ahead only a wrong clock knew.
  private func removeOld(_ today: Day) {
    let kept = (-1...1).compactMap(today.advanced(by:))
    for name in directory.names {
      guard let day = DayPicture.day(ofFile: name), !kept.contains(day) else { continue }
      directory.remove(name)
    }
  }
}
