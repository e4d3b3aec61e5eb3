internal import HaruCore
internal import HaruSystem

/// Keeps the pictures of today and tomorrow, open and studied, drawn ahead by a helper.
///
/// Only the first notification waits for its picture, and only for a moment. A notification whose
/// picture is missing is shown without it (docs/notifications.md#the-picture).
@MainActor
final class DayPictures {
  /// Long enough after the start of a day or a change of settings not to slow anything down.
  private static let delayMilliseconds: Int64 = 2000
  /// How long the first notification may wait for its picture.
  private static let patienceMilliseconds: Int64 = 2000
  /// By then the disk may have room again.
  private static let retryMilliseconds: Int64 = 3_600_000

  /// The pictures that are needed: their days, and their look.
  private struct Wanted: Equatable {
    let today: Day
    let settings: Settings

    var pictures: [DayPicture] {
      let days = [today, today.advanced(by: 1)].compactMap(\.self)
      return days.flatMap { day in
        [false, true].map { DayPicture(of: day, isStudied: $0, settings) }
      }
    }
  }

  private let directory: PrivateDirectory
  private let drawer: any Helper
  private let jobs: Jobs
  private let log: Log
  private var wanted: Wanted?
  /// What is being drawn.
  private var drawing: Wanted?
  /// Whether drawing what is wanted has failed once.
  private var hasFailed = false

  /// The user's settings.
  var settings: Settings

  /// Whether a picture of today is being drawn and may be ready in a moment.
  private(set) var isAwaited = false

  /// Runs with the reason why pictures were not drawn, or `nil`.
  var onDrawn: @MainActor (String?) -> Void = { _ in }

  /// Makes a keeper of pictures that draws nothing before its first event.
  ///
  /// - Parameters:
  ///   - directory: Where they are kept; it need not exist.
  ///   - settings: The user's settings.
  ///   - drawer: Draws them: `haru-draw`.
  ///   - jobs: Where later work waits.
  ///   - log: Receives what failed.
  init(
    in directory: String, settings: Settings, drawer: any Helper, jobs: Jobs, log: Log
  ) {
    self.directory = PrivateDirectory(directory)
    (self.settings, self.drawer, self.jobs, self.log) = (settings, drawer, jobs, log)
  }

  /// The content with the place of its picture; without that of a guest if the settings hide pictures.
  func placed(_ content: Content) -> Content {
    var placed = content
    placed.picture?.file = content.picture.flatMap { path(of: $0) }
    if settings.hidden.contains(.notification) { placed.image = nil }
    return placed
  }

  /// Where a picture is, or will be; `nil` if the settings hide pictures.
  private func path(of picture: Content.Picture) -> String? {
    guard !settings.hidden.contains(.notification) else { return nil }
    return directory.file(
      DayPicture(of: picture.day, isStudied: picture.isStudied, settings).fileName)
  }

  /// Where a picture is; `nil` if it is not drawn or hidden.
  func file(of picture: Content.Picture) -> String? {
    let name = DayPicture(of: picture.day, isStudied: picture.isStudied, settings).fileName
    return directory.holds(name) ? path(of: picture) : nil
  }

  /// Ends the wait for a picture if an event says so; called before the notification is published.
  func endWait(after event: Event) {
    if case .picturesDrawn = event { isAwaited = false }
    if event.isDue(.stopAwaitingPicture) { isAwaited = false }
    if !isAwaited { jobs.cancel(.stopAwaitingPicture) }
  }

  /// Draws what is missing of today and tomorrow, once for each day and each look.
  ///
  /// It starts at once where today's are missing, as after a login, and else a little later.
  func handle(_ event: Event, today: Day) {
    let wanted = Wanted(today: today, settings: settings)
    let isNew = wanted != self.wanted
    if isNew { (self.wanted, hasFailed) = (wanted, false) }
    if case .picturesDrawn(let failure) = event { ended(failure) }
    guard isNew else {
      if event.isDue(.draw) { draw() }
      return
    }
    jobs.cancel(.draw)
    let days = missing.map(\.day)
    if days.isEmpty {
      removeOld(today)
    } else if days.contains(today) {
      draw()
    } else {
      jobs.schedule(.draw, afterMilliseconds: Self.delayMilliseconds)
    }
  }

  private var missing: [DayPicture] {
    guard let wanted, !wanted.settings.hidden.contains(.notification) else { return [] }
    return wanted.pictures.filter { !directory.holds($0.fileName) }
  }

  private func draw() {
    // What is being drawn ends with an event, after which this is called again.
    guard drawing == nil, let wanted else { return }
    removeOld(wanted.today)
    let missing = missing
    guard !missing.isEmpty else { return }
    guard drawer.isInstalled else { return log.debug("no pictures: haru-draw is not installed") }
    do {
      try directory.create()
    } catch {
      return fail("\(directory.path): \(error)")
    }
    drawing = wanted
    if missing.contains(where: { $0.day == wanted.today }) {
      isAwaited = true
      jobs.schedule(.stopAwaitingPicture, afterMilliseconds: Self.patienceMilliseconds)
    }
    let requests = missing.map { CardRequest($0.card, as: .png, to: directory.file($0.fileName)) }
    drawer.start(requests.map(\.line), onEnd: onDrawn)
  }

  private func ended(_ failure: String?) {
    let isCurrent = drawing == wanted
    drawing = nil
    if let failure, isCurrent {
      fail(failure)
    } else {
      log.debug(failure.map { "no pictures: \($0)" } ?? "pictures are drawn")
    }
    if !isCurrent { draw() }
  }

  /// Tries once more for each day and each look.
  private func fail(_ reason: String) {
    guard !hasFailed else { return log.debug("no pictures: \(reason)") }
    hasFailed = true
    log.warning("no pictures were drawn: \(reason)")
    jobs.schedule(.draw, afterMilliseconds: Self.retryMilliseconds)
  }

  /// Removes pictures of Haru's that no notification can show any more.
  ///
  /// Yesterday's may still be on the screen. Those of days after tomorrow come from a wrong clock.
  private func removeOld(_ today: Day) {
    let kept = (-1...1).compactMap(today.advanced(by:))
    for name in directory.names {
      guard let day = DayPicture.day(ofFile: name), !kept.contains(day) else { continue }
      directory.remove(name)
    }
  }
}
