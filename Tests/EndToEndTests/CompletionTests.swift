import Foundation
import Support
import Testing

/// What the shells themselves offer when a person presses *Tab*.
struct CompletionTests {
  /// What is typed, and what is offered for its last word.
  private static let lines: [(typed: String, offered: String)] = [
    ("haru mark yes", "yesterday"), ("haru rest wedn", "wednesday"), ("haru explain tod", "today"),
    ("haru config get Day.st", "Day.starts-at"), ("haru config unset Store.b", "Store.backups"),
    ("haru config set remin", "remind-at"), ("haru config set rendering mono", "monochrome"),
    ("haru config set Day.first-weekday wed", "wednesday"), ("haru config set sound tr", "true"),
    ("haru status --format way", "waybar"), ("haru export --format cs", "csv"),
    ("haru card mont", "monthly"), ("haru red", "redo"), ("haru sources remove ank", "anki"),
  ]

  private let shells = Shells()

  init() throws {
    try shells.home.write("[Files]\nanki=-- /none\n", to: ".config/haru/sources.conf")
  }

  @Test func bashOffersTheWords() throws {
    let offered = try shells.offeredByBash(CompletionTests.lines.map(\.typed))
    #expect(offered == CompletionTests.lines.map(\.offered))
  }

  /// What is offered for a day is what the commands take.
  @Test(arguments: TestLanguage.tried)
  func daysAreThoseOfTheUsersLanguage(language: TestLanguage) throws {
    let english = ["today", "yesterday", "tomorrow", "monday"]
    let offered = try shells.offeredByBash(["haru rest ''"], in: language.locale)
    let words = try #require(offered.first).split(separator: " ").map(String.init)
    #expect(Set(words).isSuperset(of: english))
    if language.code == "ko" { #expect(Set(words).isSuperset(of: ["오늘", "어제", "월요일"])) }
    #expect(Set(words).count == words.count && words.count == (language == .english ? 10 : 20))
    for word in words {
      var environment = shells.environment
      environment["LANG"] = language.locale
      try environment.haru("note", word, "read").succeeded()
    }
  }

  /// Nothing is offered that the command would refuse.
  @Test(arguments: TestLanguage.tried)
  func noRefusedDayIsOffered(language: TestLanguage) throws {
    for command in ["mark", "unmark", "toggle", "explain"] {
      let offered = try shells.offeredByBash(["haru \(command) ''"], in: language.locale)
      let words = try #require(offered.first).split(separator: " ").map(String.init)
      #expect(words.contains("yesterday") && !words.contains("tomorrow"))
      for word in words {
        var environment = shells.environment
        environment["LANG"] = language.locale
        try environment.haru(command, word).succeeded()
      }
    }
  }

  @Test func onlyTheSizesOfTheCardAreOffered() throws {
    for kind in ["monthly", "streak", "study", "year"] {
      let offered = try shells.offeredByBash(["haru card \(kind) --size ''"])
      let sizes = try #require(offered.first).split(separator: " ").map(String.init)
      #expect(!sizes.isEmpty)
      for size in sizes {
        let file = shells.home("card.svg")
        let run = try shells.environment.haru("card", kind, "--sample", "--size", size, "-o", file)
        #expect(run.status == 0, "\(kind) \(size): \(run.errors)")
      }
    }
  }

  /// A shell shows the help of an option beside each of its values.
  @Test(arguments: ["bash", "zsh", "fish"])
  func noScriptListsFormatsInTheHelpOfAnOption(shell: String) throws {
    let script = try shells.home.haru("--generate-completion-script", shell).output
    #expect(script.contains("tickmate"))
    #expect(!script.contains("haru, swiftcal, loop") && !script.contains("in braces: streak"))
  }

  @Test(arguments: ["zsh", "fish"])
  func anotherShellCompletesTheWords(shell: String) throws {
    let completed = try shells.completed(by: shell, CompletionTests.lines.map(\.typed))
    let wanted = CompletionTests.lines.map { line in
      (line.typed.split(separator: " ").dropLast() + [line.offered[...]]).joined(separator: " ")
    }
    #expect(completed == wanted)
  }
}
