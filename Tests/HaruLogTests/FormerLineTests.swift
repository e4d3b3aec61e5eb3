import Foundation
import HaruCore
import HaruLog
import Support
import Testing

/// Lines of versions up to 0.3, as text (docs/sync.md#version-03).
struct FormerLineTests {
  @Test func aLineIsJSONWithAChecksum() throws {
    let line = FormerLine(
      device: "desk-1a2b", number: 17, seen: ["lap-3c": 40, "a": 1], clock: 57, batch: 16,
      undoes: 3,
      register: try register(.study), value: "studied", provenance: clicked(at: 1000))
    #expect(
      line.text == """
        {"haru":1,"device":"desk-1a2b","n":17,"seen":{"a":1,"lap-3c":40},"clock":57,"batch":16,\
        "undoes":3,"kind":"study","key":"2026-11-22","value":"studied","at":1000,"offset":3600,\
        "zone":"Europe/Berlin","source":"button","sum":"de6c94e5210da687"}
        """)
    #expect(ParsedFormerLine(line.text.utf8.map(\.self)) == .line(line))
  }

  @Test(arguments: [
    "", "하루 \"day\" \\ / \u{1b}[31m \u{7f}\u{9b}", "two\nlines\r\t", "\u{202e}\u{1F600}",
  ])
  func anyTextComesBack(_ text: String) throws {
    let line = try line(.rest, text)
    #expect(ParsedFormerLine(line.text.utf8.map(\.self)) == .line(line))
    #expect(line.text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f })
  }

  @Test func aClearedValueIsAValue() throws {
    let line = try line(.note, nil)
    #expect(line.text.contains(#""value":null"#))
    #expect(ParsedFormerLine(line.text.utf8.map(\.self)) == .line(line))
  }

  /// Every flipped bit and every cut is noticed.
  @Test func damagedLinesAreRefused() throws {
    let bytes = Array(try line(.note, "with a word").text.utf8)
    for place in bytes.indices {
      #expect(ParsedFormerLine(bytes[..<place]) == .damaged)
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << UInt8(bit)
        #expect(ParsedFormerLine(flipped) == .damaged)
      }
    }
    #expect(ParsedFormerLine([UInt8]()) == .damaged)
    #expect(ParsedFormerLine(bytes + bytes) == .damaged)
  }

  /// What another version says is kept, and not understood in part.
  @Test(arguments: [
    (#""haru":1"#, #""haru":2"#), (#""kind":"rest""#, #""kind":"mood""#),
    (#""source":"button""#, #""source":"watch""#),
    (#""seen":{}"#, #""seen":{},"more":[1,{"a":2.5}]"#),
    (#""key":"2026-11-22""#, #""key":"2026-11-31""#), (#""offset":3600"#, #""offset":99999999"#),
    (#""at":1000"#, #""at":99999999999999"#), (#""clock":1"#, #""clock":0"#),
    (#""batch":1"#, #""batch":2"#), (#""seen":{}"#, #""seen":{"../x":1}"#),
    (#""seen":{}"#, #""seen":{"a":1.5}"#), (#""value":"x""#, #""value":true"#),
  ])
  func aLineOfAnotherKindIsUnknown(_ part: String, _ other: String) throws {
    let text = try line(.rest, "x").text
    let body = try #require(text.firstPlace(of: ",\"sum\"").map { String(text[..<$0.lowerBound]) })
    #expect(body.contains(part))
    let changed = sealed(body.replacing(part, with: other))
    let clock: Int64 = part.contains("clock") ? 0 : 1
    #expect(
      ParsedFormerLine(changed.utf8.map(\.self))
        == .unknown(device: "desk", number: 1, clock: clock))
  }

  @Test(arguments: [
    (#""device":"desk""#, #""device":"../desk""#), (#""device":"desk""#, #""device":7"#),
    (#""n":1,"#, #""n":0,"#), (#""n":1,"#, #""n":9007199254740993,"#), (#""n":1,"#, #""n":01,"#),
    (#""n":1,"#, #""n":1,"n":2,"#), (#""seen":{}"#, #""seen":{"#),
    (#""seen":{}"#, #""seen":[[[[[[[[[[[]]]]]]]]]]]"#),
  ])
  func whatIsNoLineIsDamaged(_ part: String, _ other: String) throws {
    let text = try line(.rest, "x").text
    let body = try #require(text.firstPlace(of: ",\"sum\"").map { String(text[..<$0.lowerBound]) })
    #expect(body.contains(part))
    #expect(
      ParsedFormerLine(sealed(body.replacing(part, with: other)).utf8.map(\.self)) == .damaged)
  }

  /// A program of version 0.3 that reads it says that there is more, and that it has to be updated.
  @Test func aNoticeIsALineOfANewerVersion() throws {
    let notice = FormerLine.notice(of: "haru-0-4")
    #expect(notice.last == "\n")
    #expect(
      ParsedFormerLine(Array(notice.utf8.dropLast()))
        == .unknown(device: "haru-0-4", number: 1, clock: 0))
  }

  @Test func randomBytesAreNoLine() throws {
    var random = Seeded(18)
    let bytes = Array(try line(.note, "a \"word\" 하").text.utf8)
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: changed.indices, using: &random)
        changed[place] =
          Bool.random(using: &random) ? .random(in: .min ... .max, using: &random) : 34
      }
      if changed == bytes { continue }
      let text = sealed(String(decoding: changed.dropLast(26), as: UTF8.self))
      // With a right checksum anything may be read, and nothing traps.
      if case .line(let line) = ParsedFormerLine(text.utf8.map(\.self)) {
        #expect(ParsedFormerLine(line.text.utf8.map(\.self)) == .line(line))
      }
    }
  }

  private func line(_ kind: FormerRegister.Kind, _ value: String?) throws -> FormerLine {
    FormerLine(
      device: "desk", number: 1, seen: [:], clock: 1, batch: 1,
      register: try register(kind), value: value,
      provenance: clicked(at: 1000))
  }

  private func sealed(_ body: String) -> String {
    let digits = String(StableHash.of(body.utf8), radix: 16)
    return body + ",\"sum\":\"" + String(repeating: "0", count: 16 - digits.count) + digits + "\"}"
  }
}

private func register(_ kind: FormerRegister.Kind) throws -> FormerRegister {
  try #require(FormerRegister(kind, "2026-11-22"))
}

private func clicked(at seconds: Int64) -> Provenance {
  Provenance(at: Instant(seconds), utcOffset: 3600, zone: "Europe/Berlin", source: .button)
}
