import Foundation
import HaruCore
import Support
import Testing

@testable import HaruStore

/// Random commands against a model that shares no code with the program.
struct RandomCommandTests {
  /// What a person sees of a store.
  struct Days: Equatable {
    var marks: Set<String> = []
    var rest: [String: String] = [:]
    var notes: [String: String] = [:]
    /// Days that an import has brought, and that a second one leaves alone.
    var imported: Set<String> = []
  }

  /// A store as a list of states, through which undo and redo move.
  struct Model {
    var states = [Days()]
    var now = 0

    var days: Days { states[now] }

    /// A change; one that changes nothing is no step.
    mutating func change(_ body: (inout Days) -> Void) {
      var next = days
      body(&next)
      guard next != days else { return }
      states = states[...now] + [next]
      now += 1
    }

    mutating func undo() -> Bool {
      guard now > 0 else { return false }
      now -= 1
      return true
    }

    mutating func redo() -> Bool {
      guard now < states.count - 1 else { return false }
      now += 1
      return true
    }

    /// One change, and no step if it changes nothing but what is known of imports.
    mutating func restore(_ backup: Days) {
      var same = days
      same.imported = backup.imported
      guard same == backup else { return change { $0 = backup } }
      let (gone, new) = (
        days.imported.subtracting(backup.imported), backup.imported.subtracting(days.imported)
      )
      for index in states.indices {
        states[index].imported.subtract(gone)
        states[index].imported.formUnion(new)
      }
    }
  }

  private static let days = (1...12).map { $0 < 10 ? "2026-11-0\($0)" : "2026-11-\($0)" }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func theProgramDoesWhatTheModelDoes(seed: UInt64) throws {
    var random = Seeded(seed)
    let home = try Scratch()
    let environment = Support.environment(home: home.path)
    let backup = home("backup.sqlite")
    var said: [String] = []
    var (model, saved) = (Model(), Days?.none)
    for step in 0..<500 {
      let day = Self.days.randomElement(using: &random) ?? ""
      var words: [String]
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<4:
        words = ["mark", day]
        model.change { $0.marks.insert(day) }
      case 4..<6:
        words = ["unmark", day]
        model.change { $0.marks.remove(day) }
      case 6:
        let reason = ["", "a cold", "holiday"].randomElement(using: &random) ?? ""
        words = ["rest", day, "--reason", reason]
        model.change { $0.rest[day] = reason }
      case 7:
        words = ["rest", day, "--clear"]
        model.change { $0.rest[day] = nil }
      case 8, 9:
        let text = ["", "verbs", "nouns"].randomElement(using: &random) ?? ""
        words = ["note", day, text]
        // No text at all shows the note.
        model.change { $0.notes[day] = text.isEmpty ? nil : text }
      case 10..<13:
        let count = Int.random(in: 1...3, using: &random)
        words = ["undo", "\(count)"]
        for _ in 0..<count where !model.undo() { break }
      case 13..<16:
        let count = Int.random(in: 1...3, using: &random)
        words = ["redo", "\(count)"]
        for _ in 0..<count where !model.redo() { break }
      case 16:
        guard model.now > 0 || saved != nil else { continue }
        words = ["store", "backup", backup]
        saved = model.days
      case 17:
        guard let saved else { continue }
        words = ["store", "restore", backup]
        model.restore(saved)
      default:
        let some = Set(Self.days.filter { _ in Bool.random(using: &random) })
        guard !some.isEmpty else { continue }
        try home.write(
          "date,value,note\n" + some.sorted().map { "\($0),1,\n" }.joined(), to: "days.csv")
        words = ["import", home("days.csv")]
        let new = some.subtracting(model.days.imported).subtracting(model.days.marks)
        if new.isEmpty {
          // An import that changes nothing is no change that could be undone.
          let unknown = some.subtracting(model.days.imported)
          for index in model.states.indices { model.states[index].imported.formUnion(unknown) }
        } else {
          model.change {
            $0.marks.formUnion(new)
            $0.imported.formUnion(some)
          }
        }
      }
      let run = try Child.run(Built.product("haru"), words, environment: environment)
      said.append("\(words): \(run.errors)")
      try #require(run.status < 2, "\(words): \(run.errors)")
      let found = try contents(home)
      try #require(found == model.days, "step \(step): \(words), after \(said.suffix(20))")
    }
    let check = try Child.run(
      Built.product("haru"), ["store", "check"], environment: environment)
    #expect(check.status == 0, "\(check)")
  }

  private func contents(_ home: Scratch) throws -> Days {
    let path = home(Desk.storePath)
    guard FileManager.default.fileExists(atPath: path) else { return Days() }
    let store = try Store(path: path, for: .reading)
    func texts(_ days: [Day: String]) -> [String: String] {
      Dictionary(uniqueKeysWithValues: days.map { ($0.key.description, $0.value) })
    }
    return Days(
      marks: Set(try store.markedDays().map(\.description)), rest: texts(try store.restReasons()),
      notes: texts(try store.notes()),
      imported: Set(try store.importedDays("csv").map(\.description)))
  }
}
