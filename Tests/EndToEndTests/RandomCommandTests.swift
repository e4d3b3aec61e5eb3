import Foundation
import HaruCore
import HaruStore
import Support
import Testing

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
    /// What was there before the restore that began this history; and after the one that was taken back.
    var before: [Model] = []
    var after: [Model] = []
    /// The state right after a restore, below which undo does not go.
    var floor = 0

    var days: Days { states[now] }

    /// A change; one that changes nothing is no step.
    mutating func change(_ body: (inout Days) -> Void) {
      var next = days
      body(&next)
      guard next != days else { return }
      states = states[...now] + [next]
      now += 1
      after = []
    }

    mutating func undo() -> Bool {
      if now > floor {
        now -= 1
      } else if let earlier = before.first {
        var (back, later) = (earlier, self)
        later.before = []
        back.after = [later]
        self = back
      } else {
        return false
      }
      return true
    }

    mutating func redo() -> Bool {
      if now < states.count - 1 {
        now += 1
      } else if var later = after.first {
        var back = self
        back.after = []
        later.before = [back]
        self = later
      } else {
        return false
      }
      return true
    }

    mutating func restore(_ backup: Model) {
      var restored = backup
      (restored.after, restored.floor) = ([], backup.now)
      // What was undone before is not redone after it.
      restored.states = Array(restored.states[...restored.now])
      var old = self
      old.states = Array(old.states[...old.now])
      old.after = []
      restored.before = [old]
      self = restored
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
    var (model, saved) = (Model(), Model?.none)
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
        saved = model
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
      var wanted = model.days
      wanted.imported = []
      try #require(found == wanted, "step \(step): \(words), after \(said.suffix(20))")
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
      notes: texts(try store.notes()))
  }
}
