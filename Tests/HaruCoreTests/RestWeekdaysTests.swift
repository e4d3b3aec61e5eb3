import HaruCore
import Support
import Testing

/// Rest weekdays over time (docs/sync.md#rest-weekdays).
struct RestWeekdaysTests {
  /// Whatever was set on whichever days, the rules come back.
  @Test func rulesComeBack() {
    var random = Seeded(3)
    for _ in 0..<500 {
      var rules: [RestRule] = []
      var day = date("2026-01-01")
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        day = day.advanced(by: Int.random(in: 1...20, using: &random)) ?? day
        let weekdays = Weekday.allCases.filter { _ in Bool.random(using: &random) }
        rules = RestDays(rules: rules).changed(to: Set(weekdays), from: day).rules
      }
      let told = rules.weekdaysFrom
      // Each set after the other, as somebody has changed them.
      let again = told.sorted { $0.key < $1.key }.reduce(into: [RestRule]()) {
        $0 = RestDays(rules: $0).changed(to: $1.value, from: $1.key).rules
      }
      let made = [RestRule](weekdaysFrom: told)
      #expect(made == again)
      #expect(made.weekdaysFrom == told)
      for each in days("2026-01-01", "2026-06-30") {
        #expect(RestDays(rules: made).contains(each) == RestDays(rules: rules).contains(each))
      }
    }
  }

  @Test(arguments: ["", "1", "6,7", "1,2,3,4,5,6,7"])
  func aSetIsOneText(_ text: String) throws {
    #expect(try #require(Set<Weekday>(numbers: text)).numbers == text)
  }

  @Test(arguments: ["0", "8", "7,6", "1,1", "1,", " 1", "monday"])
  func otherTextsAreNone(_ text: String) {
    #expect(Set<Weekday>(numbers: text) == nil)
  }
}
