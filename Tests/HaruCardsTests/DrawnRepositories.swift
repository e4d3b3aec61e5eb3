import Foundation
import HaruCore
import Support

@testable import haru_draw

/// Repositories for the cards of tests.
extension Drawn {
  /// Hostile texts from outside.
  static let strangers = [
    "<b>bold</b> & <span size='99999'>", "\u{202E}desrever\u{200F}\u{2066}x",
    "شركة‏-مفتوحة‏ المصدر",
    String(repeating: "Z\u{0335}\u{0321}\u{0322}\u{0300}\u{0301}\u{0302}\u{0303}", count: 20),
    String(repeating: "long-", count: 2000), "\u{1B}[31mred\u{7}\n\tnext line", "👩‍👩‍👧‍👦🇰🇷 하루 𒀱",
  ]

  /// A repository with contributors.
  static func repository(
    owner: String = "apple", name: String = "swift", logins: [String]? = nil, avatar: String? = nil
  ) -> RepositoryEntry {
    var facts = RepositoryEntry.Facts()
    (facts.stars, facts.forks, facts.openIssues) = (67_456, 10_354, 7412)
    facts.daysSincePush = 3
    let people = (logins ?? ["slavapestov", "DougGregor", "gottesmm", "rintaro"]).enumerated()
    return RepositoryEntry(
      owner: owner, name: name, avatar: avatar, facts: facts,
      people: .known(
        people.map {
          Contributor(
            login: $0.element, contributions: 12_345 >> (4 * $0.offset), avatar: avatar)
        }))
  }

  /// Fresh and quiet ones, loaded and not, and none; they vary with the number.
  static func repositories(_ number: Int) -> [Card.Subject] {
    var fresh = RepositoryEntry.Facts()
    (fresh.stars, fresh.forks, fresh.openIssues) = (67_456, 10_354, 7412)
    fresh.daysSincePush = [0, 1, 12, 50][number % 4]
    var quiet = RepositoryEntry.Facts()
    (quiet.stars, quiet.forks) = (1, 0)
    quiet.takesIssues = false
    quiet.daysSincePush = [51, 317, 1234, 51][number % 4]
    quiet.isQuiet = true
    quiet.asOf = Day("2026-11-18")
    var vague = RepositoryEntry.Facts()
    vague.stars = 1_234_567
    let logins = ["slavapestov", "DougGregor", "gottesmm", "rintaro"]
    let people = logins.enumerated().map { place, login in
      Contributor(
        login: login, contributions: 12_345 >> (4 * place),
        avatar: place == number % 4 ? nil : avatar(place))
    }
    let swift = RepositoryEntry(
      owner: "apple", name: "swift", avatar: avatar(5), facts: fresh, people: .known(people))
    let old = RepositoryEntry(
      owner: "kudoleh", name: "iOS-Clean-Architecture-MVVM", facts: quiet,
      people: number.isMultiple(of: 2) ? .known(Array(people.prefix(2))) : .known([]))
    return [
      .repository(swift), .repository(old),
      .repository(
        RepositoryEntry(
          owner: "torvalds", name: "linux", avatar: avatar(4), facts: vague,
          people: number.isMultiple(of: 2) ? .tooMany : .unknown)),
      .repository(RepositoryEntry(owner: "new", name: "one", facts: nil)),
      .pair(swift, old), .noRepository,
    ]
  }

  /// The path of one of six pictures.
  static func avatar(_ number: Int) -> String { avatar("\(number).png") }

  /// The path of a picture, which may be missing.
  static func avatar(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Avatars/" + name).standardizedFileURL.path
  }
}
