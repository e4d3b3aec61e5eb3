import Foundation
import HaruCore
import OwnProcess
import Support
import Testing

@testable import haru_draw

/// The layout of the card of a repository, with any text from outside.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct RepositoryLayoutTests {
  private static func picture(
    _ subject: Card.Subject, _ size: Card.Size = .large, layers: Layers = .all,
    _ change: (inout CardStyle) -> Void = { _ in }
  ) throws -> Pixels {
    try Pixels(
      png: Drawn.card(.repository, size, subject, change).picture(as: .png, layers: layers))
  }

  /// Texts from outside stay in their place, and change nothing beside them.
  @Test(arguments: Drawn.strangers)
  func textFromOutsideStaysInItsPlace(words: String) async throws {
    await inOwnProcess(given: words) {
      let words = try Given.value(of: String.self)
      try Drawn.begin()
      let long = String(repeating: "w", count: 60)
      let (usual, strange) = try (
        RepositoryLayoutTests.picture(
          .repository(Drawn.repository(owner: long, name: long, logins: ["a", long, "c", "d"]))),
        RepositoryLayoutTests.picture(
          .repository(Drawn.repository(owner: words, name: words, logins: ["a", words, "c", "d"])))
      )
      // All but the names of contributors, which are larger if none is long.
      for place in [
        (x: 226, y: 0, width: 110, height: 180), (x: 0, y: 75, width: 336, height: 138),
        (x: 0, y: 218, width: 92, height: 52), (x: 170, y: 218, width: 166, height: 52),
        (x: 0, y: 293, width: 336, height: 43),
      ] {
        let parts = [usual, strange].map {
          $0.part(x: place.x, y: place.y, width: place.width, height: place.height)
        }
        #expect(parts[0].distance(to: parts[1]) == 0, "\(place)")
      }
    }
  }

  /// Markup is text.
  @Test func markupIsDrawnAsText() async {
    await inOwnProcess {
      try Drawn.begin()
      func logins(_ login: String) throws -> Pixels {
        try RepositoryLayoutTests.picture(
          .repository(Drawn.repository(logins: [login])), layers: .texts)
      }
      #expect(try logins("<b>x</b>").words != logins("x").words)
      #expect(try logins("&lt;").words != logins("<").words)
      // Control characters and direction overrides are drawn as replacement characters.
      #expect(try logins("\u{202E}ab").words == logins("\u{FFFD}ab").words)
      #expect(try logins("a\u{1B}b").words == logins("a\u{FFFD}b").words)
    }
  }

  /// A letter takes the place of a missing or invalid avatar: docs/cards.md#the-card-of-a-repository.
  @Test func aMissingAvatarIsDrawnAsALetter() async {
    await inOwnProcess {
      try Drawn.begin()
      let scratch = Scratch()
      let whole = try #require(FileManager.default.contents(atPath: Drawn.avatar(0)))
      try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: scratch("half.png")))
      try scratch.write("", to: "empty.png")
      try scratch.write("<html>no</html>", to: "page.png")
      try scratch.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>", to: "drawing.svg")
      try #require(try Child.run("mkfifo", [scratch("pipe.png")]).status == 0)
      let none = try RepositoryLayoutTests.picture(.repository(Drawn.repository())).words
      for file in [
        "/nowhere/at all.png", scratch.path, scratch("half.png"), scratch("empty.png"),
        scratch("page.png"), scratch("drawing.svg"), scratch("pipe.png"),
        Drawn.avatar("enormous.png"), "/dev/zero",
      ] {
        let broken = try RepositoryLayoutTests.picture(.repository(Drawn.repository(avatar: file)))
        #expect(broken.words == none, "\(file)")
      }
      #expect(
        try RepositoryLayoutTests.picture(.repository(Drawn.repository(avatar: Drawn.avatar(0))))
          .words != none)
    }
  }

  /// Avatars of every format are cropped to a circle, and grey unless the card is in colour:
  /// docs/cards.md#shape-colour-and-contrast.
  @Test(arguments: ["0.png", "0.jpg", "0.gif", "tall.png"])
  func avatarsAreCroppedToACircle(file: String) async throws {
    await inOwnProcess(given: file) {
      let file = try Given.value(of: String.self)
      try Drawn.begin()
      let subject = Card.Subject.repository(Drawn.repository(avatar: Drawn.avatar(file)))
      for rendering in CardStyle.Rendering.allCases {
        let picture = try RepositoryLayoutTests.picture(subject, .medium, layers: .images) {
          $0.rendering = rendering
        }.part(x: 18, y: 18, width: 44, height: 44)
        #expect(picture[1, 1].opacity == 0 && picture[42, 42].opacity == 0)
        var colored = 0
        for row in 0..<44 {
          for column in 0..<44 {
            let pixel = picture[column, row]
            let distance = hypot(Double(column) - 21.5, Double(row) - 21.5)
            if distance < 20 { #expect(pixel.opacity == 1) }
            if abs(pixel.red - pixel.blue) > 0.1 { colored += 1 }
          }
        }
        #expect((colored > 100) == (rendering == .fullColor), "\(rendering): \(colored)")
      }
    }
  }

  /// A missing contributor leaves a gap: docs/cards.md#the-card-of-a-repository.
  @Test func aMissingContributorLeavesAGap() async {
    await inOwnProcess {
      try Drawn.begin()
      let logins = ["slavapestov", "b", "c", "d"]
      let pictures = try (1...4).map {
        try RepositoryLayoutTests.picture(
          .repository(Drawn.repository(logins: Array(logins.prefix($0)))))
      }
      for (place, picture) in pictures.enumerated().dropFirst() {
        let width = 20 + place * 74
        #expect(
          picture.part(x: 0, y: 0, width: width, height: 336).words
            == pictures[place - 1].part(x: 0, y: 0, width: width, height: 336).words)
      }
    }
  }

  /// Fresh and quiet differ in shape, as docs/cards.md#the-card-of-a-repository wants; disabled issues have no count.
  @Test func freshAndQuietDifferInShape() async {
    await inOwnProcess {
      try Drawn.begin()
      var facts = RepositoryEntry.Facts()
      (facts.stars, facts.forks, facts.openIssues, facts.daysSincePush) = (1, 2, 3, 60)
      func shapes(_ change: (inout RepositoryEntry.Facts) -> Void) throws -> [UInt32] {
        var changed = facts
        change(&changed)
        return try RepositoryLayoutTests.picture(
          .repository(RepositoryEntry(owner: "a", name: "b", facts: changed)), .medium,
          layers: .shapes
        ) { $0.rendering = .monochrome }.words.map { $0 >> 24 }
      }
      let pictures = try [
        shapes { _ in }, shapes { $0.isQuiet = true }, shapes { $0.daysSincePush = nil },
        shapes { $0.takesIssues = false },
      ]
      #expect(Set(pictures).count == pictures.count)
    }
  }

  /// Where a repository takes no issues, their number is not missing, so no dash is explained.
  @Test func disabledIssuesAreNotUnknown() async {
    await inOwnProcess {
      try Drawn.begin()
      let pictures = try [nil, 3].map { openIssues in
        var facts = RepositoryEntry.Facts()
        (facts.stars, facts.forks, facts.openIssues, facts.takesIssues) = (1, 2, openIssues, false)
        return try RepositoryLayoutTests.picture(
          .repository(RepositoryEntry(owner: "a", name: "b", facts: facts)), .medium,
          layers: .texts)
      }
      #expect(pictures[0].words == pictures[1].words)
    }
  }

  /// Unknown is never drawn as zero: docs/cards.md#the-card-of-a-repository.
  @Test func unknownIsNotDrawnAsZero() async {
    await inOwnProcess {
      try Drawn.begin()
      var zero = RepositoryEntry.Facts()
      (zero.stars, zero.forks, zero.openIssues, zero.daysSincePush) = (0, 0, 0, 0)
      let pictures = try [zero, RepositoryEntry.Facts()].map {
        try RepositoryLayoutTests.picture(
          .repository(RepositoryEntry(owner: "a", name: "b", facts: $0)), .medium, layers: .texts)
      }
      for (x, width) in [(0, 220), (230, 106)] {
        #expect(
          pictures[0].part(x: x, y: 20, width: width, height: 120).words
            != pictures[1].part(x: x, y: 20, width: width, height: 120).words)
      }
    }
  }
}
