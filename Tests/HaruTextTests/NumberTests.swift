import HaruText
import OwnProcess
import Support
import Testing

/// Numbers in different locales.
@Suite(.enabled(if: TestLanguage.areCompiled, Comment(rawValue: TestLanguage.advice)))
struct NumberTests {
  @Test(arguments: [
    ["en_US.UTF-8", "0", "999", "1,000", "1,234,567", "12.3k", "1.2M"],
    ["de_DE.UTF-8", "0", "999", "1.000", "1.234.567", "12,3k", "1,2M"],
    ["ko_KR.UTF-8", "0", "999", "1,000", "1,234,567", "1.2만", "123만"],
    ["C.UTF-8", "0", "999", "1000", "1234567", "12.3k", "1.2M"],
  ])
  func numbersFollowTheLocale(row: [String]) async throws {
    await inOwnProcess(given: row) {
      let row = try Given.value(of: [String].self)
      try TestLanguage.use(["LC_ALL": row[0]])
      let whole = [0, 999, 1000, 1_234_567].map(NumberText.grouped)
      let short = [12_345, 1_234_567].map(NumberText.short)
      #expect(whole + short == Array(row.dropFirst()))
    }
  }

  /// Rounded as GitHub rounds, without overflow.
  @Test func numbersAreRounded() async {
    await inOwnProcess {
      try TestLanguage.use(["LC_ALL": "en_US.UTF-8"])
      let numbers = [
        9999, 10_000, 10_049, 10_050, 10_960, 99_949, 99_950, 412_345, 999_499, 999_500, 1_250_000,
        123_456_789, .max,
      ]
      let expected = [
        "9,999", "10k", "10k", "10.1k", "11k", "99.9k", "100k", "412k", "999k", "1M", "1.3M",
        "123M", "9,223,372,036,855M",
      ]
      #expect(numbers.map(NumberText.short) == expected, "\(numbers.map(NumberText.short))")
      #expect(NumberText.grouped(.min) == "-9,223,372,036,854,775,808")
    }
  }
}
