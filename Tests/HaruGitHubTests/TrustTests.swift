import Foundation
import HaruCore
import HaruGitHub
import Support
import Testing

/// TLS certificates, proxies, and where the token goes.
@Suite struct TrustTests {
  private let scratch = Scratch()
  private var certificate: String { scratch("cert.pem") }

  private func secure(_ token: String? = "ghp_1234", trusted: Bool = true) throws -> Rig {
    try Rig(
      ["--tls", scratch.path], token: token, authorities: trusted ? certificate : nil)
  }

  @Test func refusesAnInvalidCertificate() throws {
    let rig = try secure(trusted: false)
    let (answers, ending) = rig.ask(["swift", "swift"])
    try #require(answers.count == 1)
    let problem = try #require(answers[0].answer.problem)
    #expect(problem.kind == "untrusted" && problem.detail.contains("certificate"))
    #expect(ending == .paused(until: nil, problem))
    #expect(try rig.double.requests() == [])
  }

  @Test func refusesAHostWithoutTLS() throws {
    let double = try GitHubDouble()
    let problem = try failure(of: asking("https://127.0.0.1:\(double.port)", token: "ghp_1234"))
    #expect(problem.kind == "untrusted")
  }

  @Test func usesTLS() throws {
    let rig = try secure()
    #expect(try rig.ask("swift").changed != nil)
    #expect(try rig.double.request().authorization == "Bearer ghp_1234")
  }

  @Test func followsNoRedirectFromTLSToPlainText() throws {
    let rig = try secure()
    let plain = try GitHubDouble()
    try rig.double.set("any/moved", #"{"location": "\#(plain.address)/repos/some/where"}"#)
    for name in ["to-plain", "moved"] {
      #expect(try rig.ask(name).problem == .badRedirect)
    }
    #expect(try rig.double.requests().count == 2)
    #expect(try plain.requests() == [])
  }

  /// Another port is another origin, as another host is.
  @Test func sendsTheTokenToNoOtherPort() throws {
    let rig = try Rig(token: "ghp_1234")
    let other = try GitHubDouble()
    try rig.double.set("any/moved", #"{"location": "\#(other.address)/repos/some/where"}"#)
    #expect(try rig.ask("moved").changed?.name.description == "any/moved")
    #expect(try rig.double.requests().map(\.authorization) == ["Bearer ghp_1234"])
    #expect(try other.requests().map(\.authorization) == [nil])
  }

  @Test func sendsTheTokenToNoOtherHostOverTLS() throws {
    let rig = try secure()
    #expect(try rig.ask("elsewhere").changed != nil)
    #expect(try rig.double.requests().map(\.authorization) == ["Bearer ghp_1234", nil])
  }

  /// When a host resets the connection, the close of TLS writes to a broken pipe, whose signal would
  /// end the process.
  @Test func survivesAResetConnection() throws {
    let rig = try secure()
    let before = signal(SIGPIPE) { _ in TrustTests.brokenPipes += 1 }
    defer { signal(SIGPIPE, before) }
    for _ in 1...5 { #expect(try rig.ask("reset-afterwards").changed != nil) }
    #expect(TrustTests.brokenPipes == 0)
  }

  private nonisolated(unsafe) static var brokenPipes = 0

  // MARK: Proxies

  /// Runs with variables of the environment.
  private func withVariables<T>(
    _ variables: [String: String], _ body: () throws -> T
  ) throws -> T {
    for (name, value) in variables { setenv(name, value, 1) }
    defer { for name in variables.keys { unsetenv(name) } }
    return try body()
  }

  @Test func reportsAProxyThatRefuses() throws {
    let proxy = try GitHubDouble(["--proxy"])
    try withVariables(["https_proxy": proxy.address]) {
      let github = try asking("https://api.github.com", token: "ghp_1234")
      #expect(try failure(of: github) == .proxy("HTTP 407"))
    }
    let request = try proxy.request()
    #expect(request.method == "CONNECT")
    #expect(request.path == "api.github.com:443")
    #expect(request.authorization == nil)
    try withVariables(["http_proxy": proxy.address]) {
      let github = try asking("http://github.example", token: "ghp_1234")
      #expect(try failure(of: github) == .proxy("HTTP 407"))
    }
    #expect(try proxy.request().authorization == nil)
  }

  @Test(arguments: ["http://proxy.invalid:1", "http://user:geheim@127.0.0.1:nonsense"])
  func reportsAMissingProxy(address: String) throws {
    try withVariables(["https_proxy": address]) {
      let problem = try failure(of: asking("https://api.github.com", token: "ghp_1234"))
      #expect(problem.kind == "proxy")
      #expect(!problem.detail.contains("geheim"))
      #expect(!problem.detail.isEmpty)
    }
  }

  /// Plain requests to this machine use no proxy.
  @Test func sendsTheTokenToNoProxy() throws {
    let proxy = try GitHubDouble(["--proxy"])
    let rig = try Rig(token: "ghp_1234")
    let answer = try withVariables(["http_proxy": proxy.address, "all_proxy": proxy.address]) {
      try rig.ask("swift")
    }
    #expect(answer.changed != nil)
    #expect(try proxy.requests() == [])
  }

  /// `.netrc` is not read.
  @Test func doesNotReadNetrc() throws {
    try scratch.write("machine 127.0.0.1 login me password geheim\n", to: ".netrc")
    let home = ProcessInfo.processInfo.environment["HOME"] ?? "/"
    setenv("HOME", scratch.path, 1)
    defer { setenv("HOME", home, 1) }
    let rig = try Rig()
    _ = try rig.ask("swift")
    #expect(try rig.double.request().authorization == nil)
  }

  // MARK: Tokens

  @Test(arguments: [
    (" ghp_1234\n", true), ("ghp_1234", true), ("", false), (" \n", false), ("ghp 1234", false),
    ("ghp\r\nX-Evil: 1", false), ("ghp\u{0}", false), ("gh\u{e9}", false),
    (String(repeating: "x", count: 2000), false),
  ])
  func acceptsOnlyAValidToken(text: String, isOne: Bool) {
    #expect((Token(written: text) != nil) == isOne)
  }

  @Test func sendsNoTokenWithoutTLS() throws {
    let proxy = try GitHubDouble(["--proxy"])
    try withVariables(["http_proxy": proxy.address]) {
      _ = try failure(of: asking("http://github.example", token: "ghp_1234"))
    }
    #expect(try proxy.request().authorization == nil)
  }

  /// No description contains the token.
  @Test func noDescriptionContainsTheToken() throws {
    let token = try #require(Token(written: "ghp_1234"))
    var dumped = ""
    dump(token, to: &dumped)
    let github = GitHub(site: .github, token: token) { Rig.now }
    dump(github, to: &dumped)
    for text in ["\(token)", String(reflecting: token), "\(github)", dumped] {
      #expect(!text.contains("1234"))
    }
  }
}
