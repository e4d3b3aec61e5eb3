import HaruCore
import HaruGitHub
import Support
import Testing

/// Avatars of owners and contributors.
@Suite struct PictureTests {
  private func pictures(
    _ rig: Rig, _ names: [String]
  ) -> [String: [Result<[UInt8], ReloadProblem>]] {
    let prefix = rig.double.address + "/avatars/"
    var results: [String: [Result<[UInt8], ReloadProblem>]] = [:]
    rig.github.pictures(names.map { $0.contains(":") ? $0 : prefix + $0 }) { address, result in
      let name = address.hasPrefix(prefix) ? String(address.dropFirst(prefix.count)) : address
      results[name, default: []].append(result)
    }
    return results
  }

  @Test(arguments: ["good.png", "good.jpg", "good.gif", "good.webp", "moved.png"])
  func fetchesAvatars(name: String) throws {
    let rig = try Rig(token: "ghp_1234")
    let results = pictures(rig, [name])
    let bytes = try #require(results[name]?.first).get()
    #expect(bytes.count > 20)
    let requests = try rig.double.requests()
    #expect(requests.count == (name == "moved.png" ? 2 : 1))
    #expect(requests.allSatisfy { $0.authorization == nil && $0.apiVersion == nil })
  }

  @Test(arguments: [
    ("html.png", ReloadProblem.badResponse("no picture")), ("lie.png", .badResponse("no picture")),
    ("svg.svg", .badResponse("no picture")), ("missing.png", .gone), ("large.png", .tooLarge),
    ("endless.png", .tooLarge), ("file:///etc/passwd", .badRedirect),
    ("ftp://127.0.0.1/a.png", .badRedirect),
    ("data:image/png;base64,iVBORw0KGgo=", .badRedirect), ("http://[nonsense:", .badRedirect),
  ])
  func refusesAnythingElseThanAPicture(name: String, problem: ReloadProblem) throws {
    #expect(pictures(try Rig(), [name]) == [name: [.failure(problem)]])
  }

  @Test func fetchesManyAvatarsAtOnce() throws {
    let rig = try Rig()
    let names = (1...30).map { "person-\($0).png" }
    let results = pictures(rig, names + ["missing.png"])
    #expect(results.count == 31)
    #expect(results.values.allSatisfy { $0.count == 1 })
    #expect(Set(try rig.double.requests().map(\.connection)).count <= 4)
  }

  @Test func refusesAvatarsOverPlainHTTP() throws {
    let double = try GitHubDouble()
    let address = double.address + "/avatars/good.png"
    for site in ["https://api.github.com", "http://github.example"] {
      var results: [Result<[UInt8], ReloadProblem>] = []
      try asking(site).pictures([address]) { results.append($1) }
      #expect(results == [.failure(.badRedirect)])
    }
    #expect(try double.requests() == [])
  }
}
