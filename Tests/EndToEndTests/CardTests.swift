import Foundation
import Support
import Testing

/// `haru card`: pictures of days, and every way in which there is none.
struct CardTests {
  private let home = Scratch()
  private var environment: [String: String] { Support.environment(home: home.path) }

  private func haru(
    _ words: [String], _ more: [String: String] = [:], program: String = Built.product("haru")
  ) throws -> Child.Outcome {
    try Child.run(program, words, environment: environment.merging(more) { $1 })
  }

  private func bytes(_ name: String) -> Data? {
    FileManager.default.contents(atPath: home(name))
  }

  @Test func everyKindIsDrawn() throws {
    for (words, expected) in [
      (["monthly"], [160, 160]), (["monthly", "--size", "icon", "--scale", "2"], [128, 128]),
      (["streak", "--dark"], [160, 160]), (["study", "--at", "-1"], [336, 160]),
      (["study", "--at", "2024-02-29"], [336, 160]),
      (["study", "--size", "large", "--scale", "0.5", "--sample"], [168, 168]),
      (["year"], [672, 168]), (["year", "--size", "large", "--dark"], [336, 336]),
      (["year", "--sample", "--rendering", "accented", "--at", "2024-02-29"], [672, 168]),
      (["monthly", "--rendering", "accented", "--accent", "#00c7be"], [160, 160]),
      (["monthly", "--rendering", "monochrome", "--no-background"], [160, 160]),
    ] {
      let run = try haru(["card"] + words + ["-o", home("card.png")])
      #expect(run.status == 0 && run.output + run.errors == "", "\(words): \(run.errors)")
      #expect(sizeOfPNG(home("card.png")) == expected)
    }
    #expect(try haru(["card", "study", "-o", home("card.SVG")]).status == 0)
    #expect(try home.read("card.SVG").contains("<svg"))
    // No store is made, and no file but the pictures.
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: home.path)).subtracting([
        ".cache"
      ]) == ["card.png", "card.SVG"])
  }

  /// A mark is visible, by the day of the card and not of the clock: docs/cards.md#drawing.
  @Test func aCardShowsTheMarksOfItsDay() throws {
    func picture(_ words: String...) throws -> Data {
      try #require(try haru(["card"] + words + ["-o", home("c.png")]).status == 0)
      return try #require(bytes("c.png"))
    }
    let open = try picture("monthly", "--at", "2024-03-22")
    #expect(try haru(["mark", "--force", "2024-03-22"]).status == 0)
    let studied = try picture("monthly", "--at", "2024-03-22")
    #expect(open != studied)
    #expect(try picture("monthly", "--at", "2024-03-22") == studied)
    #expect(try picture("study", "--at", "2024-03-21") != picture("study", "--at", "2024-03-22"))
    #expect(try haru(["rest", "2024-03-25"]).status == 0)
    let free = try picture("study", "--at", "2024-03-26")
    #expect(try haru(["rest", "2024-03-25", "--clear"]).status == 0)
    #expect(try picture("study", "--at", "2024-03-26") != free)
  }

  @Test func aCardCanGoToStandardOutput() throws {
    let script = "\"$1\" card streak -o - >\"$2\""
    let run = try Child.run(
      "/bin/sh", ["-c", script, "sh", Built.product("haru"), home("out.png")],
      environment: environment)
    #expect(run.status == 0)
    #expect(sizeOfPNG(home("out.png")) == [160, 160])
    let full = try Child.run(
      "/bin/sh", ["-c", script, "sh", Built.product("haru"), "/dev/full"],
      environment: environment)
    #expect(full.status == 74)
    #expect(full.errors.contains("standard output"))
    // A pipe at the path of the picture is written to, if it has a reader.
    let pipe = try Child.run(
      "/bin/sh",
      [
        "-c",
        """
        mkfifo "$2" && exec 3<>"$2" && "$1" card streak -o "$2" 3>&- &&
        exec 4<"$2" 3>&- && cat <&4 >"$3"
        """, "sh", Built.product("haru"), home("pipe.png"), home("read.png"),
      ], environment: environment)
    #expect(pipe.status == 0)
    #expect(bytes("read.png") == bytes("out.png"))
  }

  /// One line, the exit status, and no file.
  @Test(arguments: TestLanguage.tried)
  func invalidRequestsAreRefused(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let file = session.home("card.png")
    for words in [
      ["--list"], [], ["monthly"], ["yearly", "-o", file], ["monthly", "-o", ""],
      ["monthly", "--size", "large", "-o", file], ["study", "--size", "huge", "-o", file],
      ["monthly", "--at", "2026-02-30", "-o", file], ["monthly", "--scale", "0", "-o", file],
      ["monthly", "--scale", "nan", "-o", file], ["monthly", "--accent", "red", "-o", file],
      ["monthly", "--rendering", "sepia", "-o", file],
      ["monthly", "-o", session.home("card.jpeg")], ["monthly", "-o", session.home("card")],
      ["monthly", "-o", session.home("nowhere/card.png")], ["monthly", "-o", "/card/x.png"],
    ] {
      try session.type("haru", ["card"] + words)
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    try session.expectGolden("cards")
  }

  /// If the file cannot be written, the old one stays, without a temporary file beside it.
  @Test func aFileThatCannotBeWrittenKeepsItsContent() throws {
    let place = Scratch()
    try place.write("precious", to: "closed/card.png")
    try Nobody.own(place.path)
    for name in ["haru", "haru-draw"] { _ = try Nobody.program(name, in: place) }
    let environment = Support.environment(home: place.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: place("closed"))
    let run = try Nobody.run(
      place("bin/haru"), ["card", "monthly", "-o", place("closed/card.png")], environment)
    #expect(run.status == 73)
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(run.errors.contains(place("closed/card.png")))
    #expect(try place.read("closed/card.png") == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place("closed")) == ["card.png"])
  }

  /// Without a font, or one for the language, an error explains what to do.
  @Test func aMissingFontIsAnError() throws {
    try home.write(
      "<fontconfig><dir>\(home("fonts"))</dir><cachedir>\(home("cache"))</cachedir></fontconfig>",
      to: "none.conf")
    let none = try haru(
      ["card", "monthly", "-o", home("card.png")], ["FONTCONFIG_FILE": home("none.conf")])
    #expect(none.status == 69)
    #expect(
      none.errors == """
        haru: no font is installed; install one, such as fonts-dejavu-core

        """)
    try home.write(
      """
      <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir>
      <cachedir>\(home("cache"))</cachedir></fontconfig>
      """, to: "latin.conf")
    let korean = try haru(
      ["card", "monthly", "--at", "2026-11-20", "-o", home("card.png")],
      ["FONTCONFIG_FILE": home("latin.conf"), "LANG": "ko_KR.UTF-8"])
    #expect(korean.status == 69)
    #expect(korean.errors.contains("금요일"))
    #expect(bytes("card.png") == nil)
    // Without a font for the emoji the card is drawn all the same.
    let plain = try haru(
      ["card", "monthly", "-o", home("card.png")], ["FONTCONFIG_FILE": home("latin.conf")])
    #expect(plain.status == 0, "\(plain.errors)")
  }

  /// Without haru-draw only pictures fail, with an error.
  @Test func withoutHaruDrawOnlyCardsFail() throws {
    let place = Scratch()
    let haru = try place.copy(Built.product("haru"), to: "bin/haru")
    let run = try self.haru(["card", "monthly", "-o", home("card.png")], program: haru)
    #expect(run.status == 69)
    #expect(
      run.errors == "haru: cannot run \(place("bin/haru-draw")): No such file or directory\n")
    #expect(try self.haru(["status"], program: haru).status == 0)
    // Installed, it is in libexec.
    _ = try place.copy(Built.product("haru-draw"), to: "libexec/haru/haru-draw")
    #expect(try self.haru(["card", "monthly", "-o", home("card.png")], program: haru).status == 0)
  }

  /// A drawer that is killed half-way leaves the old file.
  @Test func aKilledHaruDrawLeavesTheOldFile() throws {
    try home.write("before", to: "card.png")
    // Killed at the rename, after the last write.
    let run = try Child.run(
      "strace",
      [
        "-f", "-o", home("trace"), "-e", "trace=rename,renameat,renameat2", "-e",
        "inject=rename,renameat,renameat2:signal=KILL", Built.product("haru"), "card", "study",
        "-o", home("card.png"),
      ], environment: environment, within: .seconds(60))
    #expect(run.status != 0)
    #expect(try home.read("card.png") == "before")
  }

  /// Programs that always run, or start often, load no drawing library.
  @Test(arguments: ["haru", "haru-agent"])
  func onlyHaruDrawLoadsPango(program: String) throws {
    let libraries = try Child.run("ldd", [Built.product(program)]).output
    #expect(libraries.contains("libc.so"))
    #expect(!libraries.contains("pango") && !libraries.contains("cairo"))
    // libnotify brings it into the agent.
    #expect(program == "haru-agent" || !libraries.contains("gdk_pixbuf"))
    let drawing = try Child.run("ldd", [Built.product("haru-draw")]).output
    #expect(drawing.contains("pango") && drawing.contains("cairo"))
  }
}
