import Glibc
import HaruCore
import HaruGitHub
import OwnProcess
import Support
import Testing

/// Every way to get no answer: each has its own problem, and none crashes or hangs.
@Suite struct TroubleTests {
  @Test(arguments: [
    ("unauthorized", ReloadProblem.badToken("")), ("gone", .gone), ("removed", .gone),
    ("taken-down", .blocked), ("error-500", .server(500)), ("error-502", .server(502)),
    ("error-503", .server(503)), ("status-599", .server(599)), ("status-418", .unexpected(418)),
    ("status-400", .unexpected(400)), ("status-204", .unexpected(204)),
    ("unasked-304", .unexpected(304)), ("status-303", .unexpected(303)),
    ("forbidden", .forbidden("Resource not accessible by personal access token")),
    ("forbidden-long", .forbidden(String(repeating: "No. ", count: 50))),
    ("forbidden-silent", .forbidden("")), ("status-407", .proxy("HTTP 407")),
  ])
  func reportsStatuses(name: String, problem: ReloadProblem) throws {
    let answer = try Rig().ask(name, contributors: true)
    #expect(answer == Answer(repository: .failed(problem)))
  }

  @Test(arguments: [
    ("broken-json", ReloadProblem.badResponse("not the JSON that was expected")),
    ("array", .badResponse("not the JSON that was expected")),
    ("html", .badResponse("not the JSON that was expected")),
    ("deep", .badResponse("not the JSON that was expected")),
    ("nothing", .badResponse("not the JSON that was expected")),
    ("json5", .badResponse("not the JSON that was expected")),
    ("nul", .badResponse("not the JSON that was expected")),
    ("trailing", .badResponse("not the JSON that was expected")),
    ("no-name", .badResponse("no full_name")), ("bad-name", .badResponse("no full_name")),
    ("not-http", .badResponse("Received HTTP/0.9 when not allowed")),
    ("closed", .interrupted("Empty reply from server")), ("endless", .tooLarge),
    ("too-long", .tooLarge),
    ("huge-header", .tooLarge), ("many-headers", .tooLarge),
  ])
  func reportsInvalidAnswers(name: String, problem: ReloadProblem) throws {
    let answer = try Rig().ask(name)
    #expect(answer == Answer(repository: .failed(problem)))
  }

  @Test func anAnswerThatEndsEarlyIsInterrupted() throws {
    let problem = try #require(try Rig().ask("truncated").problem)
    #expect(problem.kind == "interrupted")
    #expect(problem.detail.contains("1000 bytes"))
  }

  @Test(arguments: ["silent", "slow"])
  func aSlowAnswerTimesOut(name: String) throws {
    var limits = Limits.quick
    limits.answering = 300
    #expect(try Rig(limits: limits).ask(name).problem == .timedOut)
  }

  @Test func anAnswerThatStallsTimesOut() throws {
    var limits = Limits.quick
    (limits.answering, limits.silence) = (60_000, 1)
    #expect(try Rig(limits: limits).ask("slow").problem == .timedOut)
  }

  @Test func reportsAHostThatCannotBeReached() throws {
    let double = try GitHubDouble()
    try double.stop()
    let problem = try failure(of: asking(double.address))
    #expect(problem.kind == "offline")
    #expect(problem.detail.hasPrefix("Failed to connect to 127.0.0.1"))
    #expect(problem.detail.contains("\(double.port)"))
    #expect(
      try failure(of: asking("http://haru.invalid"))
        == .offline("Could not resolve host: haru.invalid"))
  }

  /// A server that accepts connections and never starts TLS.
  @Test func aSlowConnectionTimesOut() throws {
    let listener = try Listener()
    var limits = Limits.quick
    (limits.connecting, limits.answering) = (300, 60_000)
    let github = try asking("https://127.0.0.1:\(listener.port)", limits: limits)
    let problem = try failure(of: github)
    #expect(problem.kind == "offline")
    // Curl 8 says it in other words.
    let words = problem.detail
    #expect(words.hasPrefix("SSL connection timeout") || words.contains("timed out"))
  }

  /// A name server that says nothing.
  @Test(.enabled(if: TinyDisk.isPossible, "needs the right to mount a disk in memory"))
  func aSlowNameServerIsNoConnection() async throws {
    let scratch = Scratch()
    try scratch.write("", to: "disk/empty")
    let settings = try scratch.write("nameserver 127.0.0.9\n", to: "resolv.conf")
    await inOwnProcess(given: scratch("disk"), settings) {
      let (disk, settings) = try Given.value(of: String.self, String.self)
      // The namespace of the disk has other settings, too.
      try TinyDisk.mount(at: disk)
      #expect(try Child.run(["mount", "--bind", settings, "/etc/resolv.conf"]).status == 0)
      let server = try Child([
        "python3", "-c",
        """
        import socket
        server = socket.socket(type=socket.SOCK_DGRAM)
        server.bind(("127.0.0.9", 53))
        print("ready", flush=True)
        input()
        """,
      ])
      _ = try server.line()
      var limits = Limits.quick
      (limits.connecting, limits.answering) = (300, 60_000)
      for address in ["http://slow.example", "https://slow.example"] {
        let problem = try failure(of: asking(address, limits: limits))
        #expect(problem.kind == "offline")
        #expect(problem.detail.contains("timed out"))
      }
      try server.kill()
    }
  }

  // MARK: Redirects

  @Test(arguments: [
    ("renamed", "somebody/new-name"), ("moved-302", "somebody/new-name"),
    ("moved-307", "somebody/new-name"), ("moved-308", "somebody/new-name"),
    ("moved-nearby", "somebody/new-name"), ("five-hops", "some/where"),
  ])
  func followsRedirects(name: String, to: String) throws {
    let rig = try Rig(token: "ghp_1234")
    #expect(try rig.ask(name, etag: "\"1\"").changed?.name.description == to)
    let requests = try rig.double.requests()
    #expect(requests.count == (name == "five-hops" ? 6 : 2))
    #expect(requests.allSatisfy { $0.authorization == "Bearer ghp_1234" })
    #expect(requests.allSatisfy { $0.ifNoneMatch == "\"1\"" })
  }

  @Test(arguments: [
    "loop", "six-hops", "to-ftp", "to-file", "to-nowhere", "to-nonsense", "elsewhere-limited",
    "elsewhere-closed",
  ])
  func refusesOtherRedirects(name: String) throws {
    let rig = try Rig()
    let answer = try rig.ask(name)
    #expect(answer == Answer(repository: .failed(.badRedirect)))
    #expect(try rig.double.requests().count <= 6)
  }

  @Test(arguments: ["elsewhere", "elsewhere-with-password", "there-and-back"])
  func sendsTheTokenToNoOtherHost(name: String) throws {
    let rig = try Rig(token: "ghp_1234")
    let answer = try #require(try rig.ask(name).changed)
    // Only the site itself may rename a repository.
    #expect(answer.name.description == (name == "there-and-back" ? "some/where" : "any/" + name))
    let requests = try rig.double.requests()
    let home = "127.0.0.1:\(rig.double.port)"
    let elsewhere = "localhost:\(rig.double.port)"
    #expect(
      requests.map(\.host) == [home, elsewhere] + (name == "there-and-back" ? [home] : []))
    for request in requests {
      #expect(request.authorization == (request.host == home ? "Bearer ghp_1234" : nil))
      #expect(request.others == [])
    }
  }
}

/// A port that accepts connections and never writes.
private final class Listener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let failed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) != 0 || listen(descriptor, 8) != 0
          || getsockname(descriptor, $0, &size) != 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    if failed { throw Failure.system("listen") }
  }

  deinit {
    close(descriptor)
  }
}

/// Why a client gets no answer to one question.
func failure(of github: GitHub) throws -> ReloadProblem {
  var answers: [Answer] = []
  _ = github.ask([question("swift")]) {
    answers.append($1)
    return true
  }
  try #require(answers.count == 1)
  return try #require(answers[0].problem)
}
