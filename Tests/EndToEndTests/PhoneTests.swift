import Foundation
import Support
import Testing

/// `haru phone`, with files as KDE Connect has written them.
@Suite struct PhoneTests {
  private static let device = "b2a9_phone"

  private let home: Scratch
  private let environment: [String: String]

  init() throws {
    home = try Scratch()
    environment = Support.environment(home: home.path)
  }

  private func haru(_ words: String...) throws -> Child.Outcome {
    try Child.run(Built.product("haru"), words, environment: environment)
  }

  private func pair(_ ids: String...) throws {
    let groups = ids.map {
      "[\($0)]\ncertificate=\"-----BEGIN\\nMII=\\n\"\nname=Phone \($0)\ntype=phone\n"
    }
    try home.write(groups.joined(separator: "\n"), to: ".config/kdeconnect/trusted_devices")
  }

  private func path(_ device: String = PhoneTests.device) -> String {
    ".config/kdeconnect/\(device)/kdeconnect_runcommand/config"
  }

  @Test func eachPairedPhoneGetsTheCommandsOnce() throws {
    try pair("b2a9_phone", "c3_tablet")
    let first = try haru("phone", "kdeconnect")
    #expect(first.status == 0)
    #expect(
      first.errors == """
        Phone b2a9_phone: commands added: Study, Study streak
        Phone c3_tablet: commands added: Study, Study streak

        """)
    let file = try home.read(path())
    // The file is ASCII, whatever the path holds.
    let program = Built.word("haru").unicodeScalars.map {
      $0.isASCII ? String($0) : #"\\u"# + String(format: "%04x", $0.value)
    }.joined()
    let status = "$(\(program) status --format line)"
    let tell = #"kdeconnect-cli --device b2a9_phone --ping-msg \\\"\#(status)\\\""#
    #expect(
      file == #"""
        [General]
        commands="@ByteArray({\"haru-streak\":{\"command\":\"\#(tell)\",\"name\":\"Study streak\"},\"haru-study\":{\"command\":\"\#(program) mark; \#(tell)\",\"name\":\"Study\"}})"

        """#)

    let second = try haru("phone", "kdeconnect")
    #expect(second.errors.contains("Phone b2a9_phone: nothing changed\n"))
    #expect(try home.read(path()) == file)

    let off = try haru("phone", "kdeconnect", "--off")
    #expect(off.errors.contains("Phone c3_tablet: commands removed\n"))
    #expect(try home.read(path()) == "[General]\ncommands=\"@ByteArray({})\"\n")
  }

  /// As Qt 5 and Qt 6 write the commands of the user, and a key of another version.
  @Test(arguments: [
    #"commands="@ByteArray({\"_1_\":{\"command\":\"echo \\\"\xed\x95\x98\\\"\",\"name\":\"L\xed\x95\x98\"}})""#,
    #"commands="@ByteArray({\"_1_\":{\"command\":\"echo \\\"í\x95\x98\\\"\",\"name\":\"Lí\x95\x98\"}})""#,
    #"commands="{\"_1_\":{\"command\":\"echo \\\"하\\\"\",\"name\":\"L\xd558\"}}""#,
  ])
  func theUsersCommandsStay(line: String) throws {
    try pair(PhoneTests.device)
    try home.write("[Other]\nkey=1, 2\n\n[General]\n\(line)\nother=true\n", to: path())
    #expect(try haru("phone", "kdeconnect").status == 0)
    let file = try home.read(path())
    let kept = #"\"_1_\":{\"command\":\"echo \\\"\\ud558\\\"\",\"name\":\"L\\ud558\"}"#
    #expect(file.hasPrefix("[Other]\nkey=1, 2\n\n[General]\ncommands=\"@ByteArray({"))
    #expect(file.contains(kept))
    #expect(file.hasSuffix("\nother=true\n"))

    #expect(try haru("phone", "kdeconnect", "--off").status == 0)
    #expect(try home.read(path()).contains("commands=\"@ByteArray({\(kept)})\"\n"))
  }

  @Test(arguments: ["commands=no JSON", "commands=[1]", #"commands="\q""#])
  func aFileThatCannotBeReadStaysAsItIs(line: String) throws {
    try pair(PhoneTests.device)
    try home.write("[General]\n\(line)\n", to: path())
    let run = try haru("phone", "kdeconnect")
    #expect(run.status == 65)
    #expect(run.errors == "haru: cannot read \(home(path())); nothing was changed in it\n")
    #expect(try home.read(path()) == "[General]\n\(line)\n")
  }

  /// An id is part of a path and of a shell's line.
  @Test func aDeviceWithAStrangeIDIsLeftAlone() throws {
    try pair("../../x", "a;b")
    let run = try haru("phone", "kdeconnect")
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("haru: no device is paired with KDE Connect; pair "))
  }

  @Test func withoutAPairedPhoneItSaysWhatToDo() throws {
    let run = try haru("phone", "kdeconnect")
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("haru: no device is paired with KDE Connect; pair "))
    #expect(!FileManager.default.fileExists(atPath: home(".config/kdeconnect")))
  }
}
