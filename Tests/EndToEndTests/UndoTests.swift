import Foundation
import HaruCore
import Support
import Testing

/// Taking changes back, and making them again, as a person does it.
struct UndoTests {
  private let session = Transcript()

  @Test(arguments: TestLanguage.tried)
  func undoAndRedo(language: TestLanguage) throws {
    let session = Transcript(language: language)
    let backup = session.home("backup.sqlite")
    try session.type(each: [
      ["redo"], ["mark", "-3..-1"], ["redo"], ["rest", "-5", "--reason", "a cold"],
      ["note", "-1", "verbs"], ["mark"], ["undo"], ["redo"], ["undo", "3"], ["redo", "2"],
      ["redo"], ["redo"], ["undo", "2"], ["mark", "-8"], ["redo"], ["undo", "99"], ["redo", "99"],
      ["undo", "--list"], ["undo", "0"], ["undo", "now"], ["redo", "--list"],
      // A restore is the last change, and the first to be taken back.
      ["store", "backup", backup], ["mark", "-9"], ["store", "restore", backup], ["undo"],
      ["redo"], ["mark", "-7"], ["undo", "2"], ["redo", "2"], ["store", "check"],
    ])
    try session.expectGolden("undo")
  }

  /// Who undoes in the calendar does not type days, and reads them as everywhere there.
  @Test func whatIsUndoneInTheCalendarHasDaysInWords() throws {
    try session.type("haru", "note", "-1", "verbs")
    let undone = try session.type(toShell: "HARU_SOURCE=calendar haru undo").errors
    #expect(undone.contains("note saved: ") && !undone.contains("2026-11-19"), "\(undone)")
  }

  /// A number with a digit too many takes back what nobody meant; a script knows what it does.
  @Test func takingBackMoreThanOneChangeAsksAPerson() throws {
    for day in 1...12 { try session.type("haru", "mark", "-\(day)") }
    func marks() throws -> Int {
      let total = try session.type("haru", "streak", "--json").output.firstMatch(
        of: /"total":([0-9]+)/)
      return try #require(total.flatMap { Int($0.1) })
    }
    func undo(_ count: String, answer: String) throws -> (Child.Ending, output: String) {
      let command = "'\(Built.product("haru"))' undo \(count)"
      let child = try Child(
        "script",
        ["--quiet", "--return", "--echo", "never", "--command", command, "/dev/null"],
        environment: session.environment.merging(["SHELL": "/bin/sh"]) { $1 })
      try child.send(answer)
      let output = try child.rest().joined(separator: "\n")
      return (try child.wait(), output)
    }
    for answer in ["n", "", "maybe"] {
      let refused = try undo("30", answer: answer)
      #expect(refused.output.contains("Undo 12 changes? [y/N]"), "\(refused.output)")
      #expect(refused.output.contains("Nothing changed."))
      #expect(try refused.0 == .exited(1) && marks() == 12)
    }
    let two = try undo("2", answer: "n")
    #expect(two.output.contains("Undo 2 changes? [y/N]"))
    #expect(try two.0 == .exited(1) && marks() == 12)
    let one = try undo("1", answer: "n")
    #expect(try one.0 == .exited(0) && marks() == 11 && !one.output.contains("[y/N]"))
    #expect(try session.type("haru", "undo", "10").status == 0)
    // One is left.
    let rest = try undo("30", answer: "n")
    #expect(try rest.0 == .exited(0) && marks() == 0)
    #expect(try session.type("haru", "redo", "2").status == 0)
    for day in 1...12 { try session.type("haru", "toggle", "-\(day)") }
    let taken = try undo("12", answer: "y")
    #expect(try taken.0 == .exited(0) && taken.output.contains("Undone:") && marks() == 2)
    // Not at a terminal.
    for day in 1...12 { try session.type("haru", "toggle", "-\(day)") }
    #expect(try session.type("haru", "undo", "12").status == 0)
    #expect(try marks() == 2)
  }

  /// The number of a line undoes up to that line, also where there are undos between.
  @Test func theNumbersOfTheListAreThoseThatUndoTakes() throws {
    for words in [
      ["mark", "-1"], ["mark", "-2"], ["undo"], ["note", "-1", "verbs"], ["undo"], ["redo"],
      ["rest", "-5"], ["mark", "-8"], ["undo"],
    ] {
      #expect(try session.type("haru", words).status == 0)
    }
    let list = try session.type("haru", "undo", "--list").output
    let numbered = list.split(separator: "\n").filter { $0.first?.isNumber == true }
    #expect(
      numbered.map { $0.split(separator: " · ").map(String.init) }.map { [$0[0], $0[3]] } == [
        ["1", "rest: 2026-11-15"], ["2", "note saved: 2026-11-19"], ["3", "marked: 2026-11-19"],
      ], "\(list)")
    let undone = try session.type("haru", "undo", "2").errors
    #expect(undone.contains("rest: 2026-11-15") && undone.contains("note saved: 2026-11-19"))
    #expect(!undone.contains("marked"))
    let next = try session.type("haru", "undo", "--list").output
    let first = "\n1 · 2026-11-20 09:30 · command line · marked: 2026-11-19\n"
    #expect(next.contains(first), "\(next)")
  }

  /// Each restore has its own place among the changes before and after it.
  @Test func undoGoesBackOverEveryRestore() throws {
    let backups = ["one", "two"].map { session.home($0 + ".sqlite") }
    var states = [String]()
    func contents() throws -> String {
      try session.type("haru", "export", "--format", "csv").output
    }
    func change(_ words: String...) throws {
      #expect(try session.type("haru", words).status == 0)
      states.append(try contents())
    }
    try change("mark", "-3")
    try change("mark", "-2")
    try session.type("haru", "store", "backup", backups[0])
    try change("mark", "-9")
    try session.type("haru", "store", "backup", backups[1])
    try change("unmark", "-3")
    try change("store", "restore", backups[0])
    try change("mark", "-7")
    try change("store", "restore", backups[1])
    try change("store", "restore", backups[0])
    try change("note", "-2", "verbs")

    for state in states.dropLast().reversed() {
      #expect(try session.type("haru", "undo").status == 0)
      #expect(try contents() == state)
    }
    for state in states.dropFirst() {
      #expect(try session.type("haru", "redo").status == 0)
      #expect(try contents() == state)
    }
    #expect(try session.type("haru", "redo").errors == "haru: nothing to redo\n")
    #expect(try session.type("haru", "undo", "99").status == 0)
    #expect(try session.type("haru", "undo").errors == "haru: nothing to undo\n")
    #expect(try session.type("haru", "store", "check").status == 0)
  }

  /// The restore is still the last change of a store that has moved.
  @Test func aRestoreIsTakenBackAfterAMove() throws {
    let backup = session.home("backup.sqlite")
    try session.home.makeFolder("disk")
    try session.type("haru", "mark", "-3")
    try session.type("haru", "store", "backup", backup)
    try session.type("haru", "mark", "-2")
    let before = try session.type("haru", "export", "--format", "csv").output
    try session.type("haru", "store", "restore", backup)
    try session.type("haru", "store", "move", session.home("disk"))
    try session.type("haru", "undo")
    #expect(try session.type("haru", "export", "--format", "csv").output == before)
  }

  /// A new store has no part in what was restored into another one before it.
  @Test func aRestoreOfAnotherStoreIsNotTakenBack() throws {
    let backup = session.home("backup.sqlite")
    try session.type("haru", "mark", "-3")
    try session.type("haru", "store", "backup", backup)
    try session.type("haru", "store", "restore", backup)
    unlink(session.home(".local/share/haru/haru.sqlite"))
    try session.type("haru", "store", "new")
    #expect(try session.type("haru", "undo").errors == "haru: nothing to undo\n")
  }
}
