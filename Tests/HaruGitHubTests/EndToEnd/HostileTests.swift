import Foundation
import HaruGitHub
import Support
import Testing

/// Whatever GitHub has answered, no command sends it to a terminal as it is.
struct HostileTests {
  /// What every command is asked for; `HOSTILE` is replaced.
  private static let questions: [String: [String]] = [
    "repo list": ["", "--json", "--names"],
    "repo show": [
      "", "--json", "--contributors", "--contributors --json", "--format line",
      "--format waybar a/one", "HOSTILE",
    ],
    "repo refresh": ["", "--json", "HOSTILE"],
    "repo open": ["a/one", "HOSTILE"],
    "repo news": ["", "--json", "--open HOSTILE", "--quiet HOSTILE", "--open 1", "--quiet 1"],
    "repo remove": ["HOSTILE"],
    "repo move": ["HOSTILE 1", "a/one HOSTILE"],
    "repo quiet": ["a/one", "HOSTILE"],
    "repo add": ["a/one", "HOSTILE", "https://HOSTILE/a/b"],
    "card": ["repository -o x.HOSTILE"],
    "config get": ["Repositories.site"],
    "doctor": [""],
  ]

  @Test func nothingFromOutsideReachesATerminal() throws {
    let home = Scratch()
    let environment = Support.environment(
      home: home.path, ["TERM": "xterm-256color", "LANG": "en_US.UTF-8"])
    #expect(try home.haru("repo", "add", "a/one", "a/two").status == 0)
    let text = "'" + HostileText.text + "'"
    try execute(
      """
      INSERT INTO snapshot SELECT id, 1, \(text), 1, 2, 3, 1, 4, \(text), 5, 0, \(text), 'known',
        \(text), \(text), \(text) FROM watch;
      INSERT INTO contributor SELECT id, 1, \(text), 9, \(text) FROM watch;
      INSERT INTO news SELECT NULL, id, 1, 'default_branch', \(text), NULL FROM watch;
      INSERT INTO news SELECT NULL, id, 1, 'default_branch', \(text), 1 FROM watch;
      UPDATE watch SET problem = 'offline', problem_detail = \(text);
      """, on: Repositories.path(besideStore: home(Desk.storePath)))
    try home.write("a/one\na/two\n\(HostileText.text)\n", to: ".config/haru/repositories")
    try home.write("[Repositories]\napi=http://127.0.0.1:1\n", to: ".config/haru/haru.conf")
    for (command, lines) in Self.questions.sorted(by: { $0.key < $1.key }) {
      for line in lines {
        let words = (command + " " + line).split(separator: " ").map {
          String($0).replacing("HOSTILE", with: HostileText.text)
        }
        let run = try Child.run(
          atTerminal: ["env", "--chdir=" + home.path, Built.product("haru")] + words, columns: 80,
          environment: environment)
        #expect(
          HostileText.harm(in: run.output) == [],
          "haru \(command) \(line): \(run.output.debugDescription)")
      }
    }
  }

  @Test func everyCommandIsAsked() throws {
    let commands = try CommandList.repo().leaves
    #expect(Set(commands) == Set(Self.questions.keys.filter { $0.hasPrefix("repo ") }))
  }
}
