import Foundation
import HaruCore
import HaruLog
import Support
import Testing

/// Entries as text, and their names (docs/sync.md#an-entry).
struct EntryTests {
  private let provenance = Provenance(
    at: Instant(1_795_410_830), utcOffset: 3600, zone: "Europe/Berlin", source: .button)

  private func study(_ value: String? = "studied", replacing: [EntryName] = []) throws -> LogEntry {
    LogEntry(
      try #require(Register(.study, "2026-11-21")), value, by: provenance, on: "desk-1a2b3c4d",
      replacing: replacing)
  }

  @Test func anEntryIsOneLineAndItsNameIsTheHash() throws {
    let entry = try study()
    let text = """
      {"haru":2,"kind":"study","key":"2026-11-21","value":"studied","at":1795410830,"offset":3600,\
      "zone":"Europe/Berlin","source":"button","machine":"desk-1a2b3c4d"}
      """
    #expect(String(decoding: entry.text, as: UTF8.self) == text)
    // The first 32 digits that sha256sum prints for the text.
    #expect(entry.name.description == "6a5897fd9efe59ee325486cd5fcd31a1")
    #expect(ParsedEntry(entry.text) == .entry(entry))
  }

  /// Version 0.4 knows no calendar, and has to read what was changed there.
  @Test func aChangeOfTheCalendarIsOneOfTheCommandLine() throws {
    let register = try #require(Register(.study, "2026-11-21"))
    func entry(_ source: Provenance.Source) -> LogEntry {
      let provenance = Provenance(
        at: provenance.at, utcOffset: 3600, zone: "Europe/Berlin", source: source)
      return LogEntry(register, "studied", by: provenance)
    }
    #expect(entry(.calendar).text == entry(.command).text)
    #expect(entry(.calendar) == entry(.command))
    #expect(String(decoding: entry(.calendar).text, as: UTF8.self).contains(#""source":"command""#))
  }

  @Test func allPartsAreRead() throws {
    let first = try study()
    let register = try #require(Register(.note, "2026-11-21"))
    let entry = LogEntry(
      register, "a \"note\"\n\u{7f}", by: provenance, on: nil, inBatchOf: first.name,
      undoing: first.name, replacing: [try study(nil).name, first.name])
    guard case .entry(let read) = ParsedEntry(entry.text) else {
      throw Failure.unexpected("not read")
    }
    #expect(read.name == entry.name)
    #expect((read.value, read.machine) == (entry.value, nil))
    #expect((read.first, read.undoes) == (first.name, first.name))
    #expect(read.replaces == entry.replaces && read.replaces == read.replaces.sorted())
    #expect(read.provenance == provenance)
  }

  @Test(arguments: [
    #"{"haru":3,"kind":"study","key":"2026-11-21","value":"studied"}"#,
    #"{"haru":2,"kind":"mood","key":"2026-11-21","value":"good","at":1,"offset":0,"zone":"","source":"bus"}"#,
    // Written in another way.
    #"{"kind":"study","haru":2,"key":"2026-11-21","value":null,"at":1,"offset":0,"zone":"","source":"bus"}"#,
  ])
  func whatANewerVersionWritesIsKept(line: String) {
    #expect(ParsedEntry(Array(line.utf8)) == .unknown(EntryName(of: Array(line.utf8))))
  }

  @Test(arguments: [
    "", "{", "{}", "2026-11-21", #"{"haru":1,"device":"a-1","n":1}"#, #"{"haru":"2"}"#,
    #"{"haru":2,"haru":2}"#,
  ])
  func anythingElseIsNoEntry(line: String) {
    #expect(ParsedEntry(Array(line.utf8)) == .damaged)
  }

  @Test func aNameIsReadAsItIsWritten() throws {
    let name = try study().name
    #expect(EntryName(name.description) == name)
    #expect(EntryName(bytes: name.bytes[...]) == name)
    for text in ["", name.description.uppercased(), name.description + "0"] {
      #expect(EntryName(text) == nil || text == name.description)
    }
  }
}
