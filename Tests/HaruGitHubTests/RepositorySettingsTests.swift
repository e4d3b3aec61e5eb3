import HaruCore
import HaruGitHub
import Support
import Testing

/// The settings of repositories and their keys.
struct RepositorySettingsTests {
  @Test func everyKeyHasADefault() {
    let found = RepositorySettings.keys.map {
      "\($0.fullName)=\($0.value(in: RepositorySettings()))"
    }
    #expect(
      found == [
        "Repositories.reload-after=43200", "Repositories.notify=changes",
        "Repositories.quiet-after-days=50", "Repositories.api=https://api.github.com",
      ])
  }

  @Test func theManualHasEveryKey() throws {
    #expect(try faultsOfManual(RepositorySettings.self) == [])
  }

  /// The group that the registration names is that of the keys, and so `haru` calls no line of it wrong.
  @Test func theRegistrationNamesTheGroup() throws {
    let text = try SourceTree.read("share/haru/guests/repositories.json")
    let json = try #require(JSON(text: Array(text.utf8)[...]))
    let guest = try GuestProgram(name: "repositories", json: json)
    #expect(Set([guest.settings]) == Set(RepositorySettings.groups.map(Optional.some)))
    // Those that the program reads, and two that only gh(1) reads.
    let ghs = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
    #expect(guest.secrets == TokenSource.variables + ghs)
  }

  @Test(arguments: [
    ("reload-after", "900", "900"), ("quiet-after-days", "1", "1"), ("notify", "never", "never"),
    ("api", "HTTP://Host/", "http://host"),
    ("api", "https://git.example/api/v3", "https://git.example/api/v3"),
  ])
  func acceptsAValidValue(name: String, value: String, kept: String) throws {
    var settings = RepositorySettings()
    let line = SettingLine(group: "Repositories", name: name, value: value)
    #expect(try settings.take(line))
    #expect(try #require(RepositorySettings.key(name, in: line.group)).value(in: settings) == kept)
  }

  @Test(arguments: [
    ("reload-after", "899"), ("reload-after", "2592001"), ("notify", ""),
    ("quiet-after-days", "0"), ("quiet-after-days", "3651"), ("api", ""), ("api", "api.github.com"),
    ("api", "https://me:secret@host"),
  ])
  func refusesAnInvalidValue(name: String, value: String) throws {
    let line = SettingLine(group: "Repositories", name: name, value: value)
    let key = try #require(RepositorySettings.key(name, in: line.group))
    var settings = RepositorySettings()
    #expect(throws: SettingsError.badValue(line, expected: key.expected)) {
      try settings.take(line)
    }
    #expect(settings == RepositorySettings())
  }

  /// What is wrong in the group is named, and lines of other groups are not its own.
  @Test func takesOnlyItsGroup() throws {
    var settings = RepositorySettings()
    #expect(try !settings.take(SettingLine(group: "Day", name: "api", value: "x")))
    let unknown = SettingLine(group: "Repositories", name: "site", value: "x")
    #expect(throws: SettingsError.unknownKey(unknown, near: nil)) { try settings.take(unknown) }
  }
}
