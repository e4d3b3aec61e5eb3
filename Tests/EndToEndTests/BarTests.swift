import Foundation
import HaruCore
import Support
import Testing

/// The lines of the manual for bars and prompts, given to those programs themselves.
struct BarTests {
  private let home = Scratch()
  private let environment: [String: String]

  init() throws {
    let programs = (Built.product("haru") as NSString).deletingLastPathComponent
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    environment = Support.environment(
      home: home.path, zone: MadeZone.morning.name, ["PATH": programs + ":" + path])
    #expect(try environment.haru("mark", "-1").status == 0)
  }

  @Test func i3blocksShowsEachChange() throws {
    let file = try home.write(try Self.lines(for: "i3blocks"), to: "i3blocks.conf")
    let bar = try Child("i3blocks", ["-c", file], environment: environment)
    _ = try bar.line { $0.contains(#""full_text":"1-day streak · not studied yet""#) }
    #expect(try environment.haru("mark").status == 0)
    _ = try bar.line { $0.contains(#""full_text":"2-day streak · studied today""#) }
    #expect(try environment.haru("undo").status == 0)
    _ = try bar.line { $0.contains(#""full_text":"1-day streak · not studied yet""#) }
    try bar.kill()
  }

  @Test func bashShowsTodayInItsPrompt() throws {
    let prompt = try Self.lines(for: "The prompt of a shell, without following")
    let run = try Child.run(
      "bash", ["--norc", "--noprofile", "-i"], environment: environment,
      // A line that is longer than a terminal's is shown in part.
      input: "cd /\n" + prompt + "haru mark\nharu undo\n")
    let shown = run.errors.matches(of: #/\[([^\]]* · [^\]]*)\]/#).map { String($0.output.1) }
    #expect(
      shown == [
        "1-day streak · not studied yet", "2-day streak · studied today",
        "1-day streak · not studied yet",
      ], "\(run.errors)")
  }

  /// The display of the manual below a line.
  private static func lines(for title: String) throws -> String {
    let manual = try SourceTree.read("share/man/haru.1").split(separator: "\n")
    let begin = try #require(manual.firstIndex(of: title[...] + ":"))
    let lines = manual[(begin + 2)...].prefix { $0 != ".Ed" }
    return lines.joined(separator: "\n").replacing("\\e", with: "\\") + "\n"
  }
}
