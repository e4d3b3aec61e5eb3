import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// The JSON of `haru repo`, as the schemas and the manual describe it.
struct RepositorySchemaTests {
  @Test func whatIsKnownOfRepositoriesFits() throws {
    let github = try GitHubDouble()
    let watcher = try Watcher(asking: github.address)
    var printed: [(String, String)] = []
    func ask(_ words: String...) throws {
      let run = try watcher.environment.haru(["repo"] + words + ["--json"])
      #expect(run.output.hasPrefix("{"), "\(words): \(run.errors)")
      printed.append(("repo-" + words[0], run.output))
    }
    func askAll() throws {
      try ask("list")
      try ask("show")
      try ask("news")
      try ask("refresh")
      try ask("show", "--contributors")
    }
    try askAll()
    try watcher.repo("add", "a/good", "a/gone", "a/closed", "a/contributors-too-many", "a/html")
    try askAll()
    // A look, and what has changed after it.
    try watcher.repo("show")
    let (file, now) = (try watcher.file, Int64(Date().timeIntervalSince1970))
    try file.take("a/good", at: Instant(now)) { $0.stars = 5 }
    try file.take("a/good", at: Instant(now)) { $0.stars = 100_000 }
    try askAll()
    try watcher.repo("refresh", "a/good")
    try watcher.repo("quiet", "a/good")
    try askAll()
    #expect(printed.contains { $0.1.contains(#""kind":"stars""#) })
    // The site is away.
    try github.stop()
    try askAll()
    #expect(printed.contains { $0.1.contains(#""until""#) })
    #expect(try Schemas.faults(printed) == [])
  }

  @Test func everyJSONHasItsSchema() throws {
    #expect(try Schemas.printing().filter(Schemas.isOfRepo) == Schemas.ofRepo)
  }

  @Test func theManualHasEveryKey() throws {
    for name in try Schemas.ofRepo { #expect(try Schemas.isInManual(name), "\(name)") }
  }
}
