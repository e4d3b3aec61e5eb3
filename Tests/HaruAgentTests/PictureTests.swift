import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import haru_agent

/// When the pictures of the days are drawn, and what waits for them.
@MainActor
struct PictureTests {
  private static let friday = [
    "2026-11-20", "2026-11-20 studied", "2026-11-21", "2026-11-21 studied",
  ]
  private static let sunday = ["2026-11-22", "2026-11-22 studied"]

  private let drawer = SpyDrawer()

  // MARK: What is drawn, and when

  @Test func oneProcessDrawsTodayAndTomorrow() throws {
    let rig = try Rig(drawer: drawer)
    #expect(drawer.started == [PictureTests.friday])
    drawer.end()
    #expect(try rig.pictureFiles.count == 4)
    rig.click(.study(day("2026-11-20")))
    rig.agent.handle(.storeChanged)
    #expect(drawer.started.count == 1)
  }

  @Test func thePictureIsTheMonthlyCardAsTheSettingsSay() throws {
    var settings = Settings()
    settings.pictureSize = 100
    settings.rendering = .monochrome
    _ = try Rig(settings: settings, drawer: drawer)
    let card = try #require(drawer.cards.first)
    #expect(card.kind == .monthly && card.size == .icon)
    #expect(card.pixelWidth == 100 && card.pixelHeight == 100)
    #expect(card.style.rendering == .monochrome)
  }

  @Test func anExistingPictureIsNotDrawnAgain() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end()
    let another = SpyDrawer()
    rig.restart(another)
    #expect(another.started == [])
  }

  /// A power cut may leave a file without content.
  @Test func anEmptyPictureIsDrawnAgain() throws {
    let rig = try Rig(drawer: drawer)
    let files = drawer.running[0].files
    drawer.end()
    try Data().write(to: URL(fileURLWithPath: files[1]))
    let another = SpyDrawer()
    rig.restart(another)
    #expect(another.running.first?.files == [files[1]])
  }

  @Test func aNewDayDrawsTheNextOneALittleLater() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end()
    rig.pass(milliseconds: 10_000)
    rig.move(to: "2026-11-21 00:00")
    #expect(drawer.started.count == 1)
    rig.pass(milliseconds: 2000)
    #expect(drawer.started == [PictureTests.friday, PictureTests.sunday])
  }

  @Test func noJobIsPendingBetweenEvents() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end()
    rig.pass(milliseconds: 2000)
    #expect(rig.alarm.firstJob == nil)
    rig.move(to: "2026-11-21 00:00")
    rig.pass(milliseconds: 2000)
    drawer.end()
    #expect(rig.alarm.firstJob == nil)
  }

  @Test func eachLookHasItsOwnPictures() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end()
    var settings = Settings()
    settings.remindAt = []
    rig.agent.handle(.settingsChanged(settings))
    #expect(drawer.started.count == 1)
    settings.rendering = .accented
    rig.agent.handle(.settingsChanged(settings))
    #expect(drawer.started == [PictureTests.friday, PictureTests.friday])
  }

  @Test func eachLanguageHasItsOwnPictures() async throws {
    try #require(TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice))
    await inOwnProcess {
      let files = try TestLanguage.translated.map { language in
        try language.use()
        let drawer = SpyDrawer()
        _ = try Rig(drawer: drawer)
        return Set(
          drawer.running[0].files.map { $0.split(separator: "/").last.map(String.init) ?? "" })
      }
      #expect(Set(files).count == TestLanguage.translated.count)
    }
  }

  @Test func aLookThatChangesDuringDrawingIsDrawnNext() throws {
    let rig = try Rig(drawer: drawer)
    rig.agent.handle(.settingsChanged(Settings { $0.pictureSize = 64 }))
    #expect(drawer.started.count == 1)
    drawer.end()
    #expect(drawer.started.count == 2 && drawer.cards.first?.pixelWidth == 64)
    drawer.end()
    #expect(drawer.started.count == 2)
  }

  @Test func hiddenPicturesAreNotDrawn() throws {
    var settings = Settings()
    settings.hidden = [.notification]
    let rig = try Rig(settings: settings, drawer: drawer)
    #expect(drawer.started == [])
    settings.hidden = [.viewer]
    rig.agent.handle(.settingsChanged(settings))
    #expect(drawer.started == [PictureTests.friday])
  }

  @Test func onlyOldPicturesAreRemoved() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end()
    let sum = "0123456789abcdef"
    let old = [
      "monthly-2026-11-18-open-\(sum).png", ".monthly-2026-11-18-studied-\(sum).png.4711.tmp",
      "monthly-2027-11-18-open-\(sum).png",
    ]
    let others = [
      "monthly-2026-11-19-open-\(sum).png", ".monthly-2026-11-20-studied-\(sum).png.4711.tmp",
      "study-2026-11-18-open-\(sum).png", "monthly-2026-11-18-open-\(sum).svg",
      "monthly-2026-11-18-open.png", "monthly-2026-11-31-open-\(sum).png", "holiday.png",
    ]
    for name in old + others { try rig.scratch.write("", to: Rig.pictures + "/" + name) }
    rig.restart(SpyDrawer())
    #expect(try Set(rig.pictureFiles).isSuperset(of: others))
    #expect(try Set(rig.pictureFiles).isDisjoint(with: old))
  }

  // MARK: What fails

  @Test func aFailureIsLoggedOnceAndRetriedAfterAnHour() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end("status 69")
    #expect(drawer.log.lines.count == 1)
    rig.click(.study(day("2026-11-20")), after: 0)
    rig.pass(milliseconds: 3_599_999)
    #expect(drawer.started.count == 1)
    rig.pass(milliseconds: 1)
    #expect(drawer.started == [PictureTests.friday, PictureTests.friday])
    drawer.end("status 69")
    rig.pass(milliseconds: 10 * 3_600_000)
    #expect(drawer.started.count == 2 && rig.alarm.firstJob == nil)
    #expect(drawer.log.lines.count == 1)

    rig.move(to: "2026-11-21 00:00")
    drawer.end()
    #expect(drawer.started.count == 3)
    #expect(try rig.pictureFiles.count == 4)
  }

  @Test func withoutHaruDrawTodayIsShownAtOnce() throws {
    let drawer = SpyDrawer(isInstalled: false)
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    rig.pass(milliseconds: 2000)
    #expect(drawer.started == [] && rig.alarm.firstJob == nil && drawer.log.lines == [])
    // It may be installed later.
    drawer.isInstalled = true
    rig.move(to: "2026-11-21 00:00")
    #expect(drawer.started == [["2026-11-21", "2026-11-21 studied"] + PictureTests.sunday])
  }

  @Test func aDirectoryThatCannotBeMadeIsAFailure() throws {
    let rig = try Rig(drawer: SpyDrawer(isInstalled: false))
    try rig.scratch.write("", to: "cache")
    rig.restart(drawer)
    #expect(drawer.started == [] && drawer.log.lines.count == 1)
  }

  // MARK: What waits

  @Test func aLoginWaitsForItsPicture() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished() == [])
    drawer.end()
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    rig.pass(milliseconds: 10_000)
    #expect(rig.newlyPublished() == [])
  }

  @Test func aLoginWaitsTwoSecondsAtMost() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    rig.pass(milliseconds: 1999)
    #expect(rig.newlyPublished() == [])
    rig.pass(milliseconds: 1)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    // Nothing is shown again for a picture alone.
    drawer.end()
    #expect(rig.newlyPublished() == [])
  }

  @Test func aLoginDoesNotWaitForAFailedPicture() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    drawer.end("status 69")
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  @Test func aLateServerDoesNotWaitForAPicture() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.pass(milliseconds: 2000)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }

  /// The start asks to see today before any server has appeared.
  @Test func aManualStartShowsOneNotification() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.presentRequested)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    #expect(rig.newlyPublished() == [])
    drawer.end()
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    rig.pass(milliseconds: 10_000)
    #expect(rig.newlyPublished() == [])
  }

  /// The user has asked: a studied day, and quiet hours, are shown as well.
  @Test func aManualStartShowsAStudiedDayAfterTwoSecondsAtMost() throws {
    let rig = try Rig(
      settings: .quiet("08:00-10:00"), marks: ["2026-11-20"], serverIsThere: false, drawer: drawer)
    rig.agent.handle(.presentRequested)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    rig.pass(milliseconds: 1999)
    #expect(rig.newlyPublished() == [])
    rig.pass(milliseconds: 1)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    drawer.end()
    #expect(rig.newlyPublished() == [])
  }

  @Test func aRequestDoesNotWaitForAPicture() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    rig.agent.handle(.presentRequested)
    #expect(rig.newlyPublished().map(\.isShow) == [true])
    drawer.end()
    #expect(rig.newlyPublished() == [])
  }

  @Test func aClickDoesNotWaitForAPicture() throws {
    let rig = try Rig(drawer: drawer)
    rig.agent.handle(.presentRequested)
    rig.newlyPublished()
    rig.click(.study(day("2026-11-20")))
    #expect(rig.marks == ["2026-11-20"])
    #expect(rig.newlyPublished().map(\.title) == ["Studied: Friday 20 November 🦃"])
    drawer.end()
    #expect(rig.newlyPublished() == [])
  }

  @Test func aDayMarkedDuringDrawingIsNotShown() throws {
    let rig = try Rig(serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    try rig.mark([day("2026-11-20")])
    drawer.end()
    #expect(!rig.newlyPublished().map(\.isShow).contains(true))
  }

  @Test func withAtLoginNeverALatePictureShowsNothing() throws {
    let rig = try Rig(
      settings: Settings { $0.atLogin = .never }, serverIsThere: false, drawer: drawer)
    rig.agent.handle(.serverAppeared(lostSomething: false))
    drawer.end()
    #expect(rig.newlyPublished() == [])
  }

  @Test func theNextServerDoesNotWaitForAPicture() throws {
    let rig = try Rig(drawer: drawer)
    drawer.end()
    rig.newlyPublished()
    rig.agent.handle(.settingsChanged(Settings { $0.rendering = .accented }))
    rig.publisher.living = nil
    rig.agent.handle(.serverAppeared(lostSomething: true))
    #expect(rig.newlyPublished().map(\.isShow) == [true])
  }
}

extension Rig {
  /// The names of the files that are kept.
  var pictureFiles: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: scratch(Rig.pictures)) }
  }
}
