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
    ("haru card mont", "monthly"), ("haru repo show app", "apple/swift"), ("haru red", "redo"),
  ]

  private let watcher: Watcher
  private let folder = (Built.product("haru") as NSString).deletingLastPathComponent

  init() throws {
    watcher = try Watcher()
    #expect(try watcher.repo("add", "apple/swift", "sqlite/sqlite").status == 0)
  }

  private func run(_ shell: [String], _ script: String, in locale: String = "") throws -> String {
    var environment = watcher.environment
    if !locale.isEmpty { environment["LANG"] = locale }
    environment["PATH"] = folder + ":" + (environment["PATH"] ?? "")
    let file = try watcher.home.write(script, to: "complete")
    let run = try Child.run(shell[0], shell.dropFirst() + [file], environment: environment)
    try #require(run.status == 0 && run.errors == "", "\(run)")
    return run.output
  }

  @Test func bashOffersTheWords() throws {
    let offered = try offeredByBash(CompletionTests.lines.map(\.typed))
    #expect(offered == CompletionTests.lines.map(\.offered))
  }

  /// What is offered for a day is what the commands take.
  @Test(arguments: TestLanguage.tried)
  func daysAreThoseOfTheUsersLanguage(language: TestLanguage) throws {
    let english = ["today", "yesterday", "tomorrow", "monday"]
    let offered = try offeredByBash(["haru rest ''"], in: language.locale)
    let words = try #require(offered.first).split(separator: " ").map(String.init)
    #expect(Set(words).isSuperset(of: english))
    if language.code == "ko" { #expect(Set(words).isSuperset(of: ["오늘", "어제", "월요일"])) }
    #expect(Set(words).count == words.count && words.count == (language == .english ? 10 : 20))
    for word in words {
      var environment = watcher.environment
      environment["LANG"] = language.locale
      let run = try Child.run(
        Built.product("haru"), ["note", word, "read"], environment: environment)
      #expect(run.status == 0, "\(word): \(run.errors)")
    }
  }

  /// Nothing is offered that the command would refuse.
  @Test(arguments: TestLanguage.tried)
  func noRefusedDayIsOffered(language: TestLanguage) throws {
    for command in ["mark", "unmark", "toggle", "explain"] {
      let offered = try offeredByBash(["haru \(command) ''"], in: language.locale)
      let words = try #require(offered.first).split(separator: " ").map(String.init)
      #expect(words.contains("yesterday") && !words.contains("tomorrow"))
      for word in words {
        var environment = watcher.environment
        environment["LANG"] = language.locale
        let run = try Child.run(Built.product("haru"), [command, word], environment: environment)
        #expect(run.status == 0, "\(command) \(word): \(run.errors)")
      }
    }
  }

  @Test func onlyTheSizesOfTheCardAreOffered() throws {
    for kind in ["monthly", "streak", "study", "year", "repository"] {
      let offered = try offeredByBash(["haru card \(kind) --size ''"])
      let sizes = try #require(offered.first).split(separator: " ").map(String.init)
      #expect(!sizes.isEmpty)
      for size in sizes {
        let file = watcher.home("card.svg")
        let run = try watcher.haru("card", kind, "--sample", "--size", size, "-o", file)
        #expect(run.status == 0, "\(kind) \(size): \(run.errors)")
      }
    }
  }

  /// What bash offers for the last word of each line.
  private func offeredByBash(_ lines: [String], in locale: String = "") throws -> [String] {
    var script = "source <(haru --generate-completion-script bash)\n"
    for typed in lines {
      let words = typed.split(separator: " ")
      script += """
        COMP_WORDS=(\(typed)) COMP_CWORD=\(words.count - 1) COMP_LINE="\(typed)"
        COMP_POINT=\(typed.count) COMPREPLY=()
        _haru haru \(words[words.count - 1]) \(words[words.count - 2])
        echo "${COMPREPLY[*]}"

        """
    }
    return try run(["bash"], script, in: locale).split(separator: "\n").map(String.init)
  }

  /// A shell shows the help of an option beside each of its values.
  @Test(arguments: ["bash", "zsh", "fish"])
  func noScriptListsFormatsInTheHelpOfAnOption(shell: String) throws {
    let script = try watcher.haru("--generate-completion-script", shell).output
    #expect(script.contains("tickmate"))
    #expect(!script.contains("haru, swiftcal, loop") && !script.contains("in braces: streak"))
  }

  @Test func zshCompletesTheWords() throws {
    try expectCompleted(
      by: "zsh -f -i",
      [
        #"PS1="" RPROMPT=""; mkdir "$HOME/functions"; fpath=("$HOME/functions" $fpath)"#,
        #"haru --generate-completion-script zsh >"$HOME/functions/_haru""#,
        #"autoload -U compinit; compinit -u -d "$HOME/dump""#,
        #"show() { print -r -- "<""<$BUFFER>"">"; BUFFER= }; zle -N show; bindkey "^X" show"#,
      ])
  }

  @Test func fishCompletesTheWords() throws {
    try expectCompleted(
      by: "fish --no-config",
      [
        "haru --generate-completion-script fish | source",
        #"function show; echo; echo "<""<"(commandline)">"">"; commandline ""; end"#,
        #"bind \cx show"#,
      ])
  }

  /// Types each line at a shell, presses *Tab*, and has the shell show the line by *Ctrl-X*.
  ///
  /// Completion needs a line editor, and so a pseudo-terminal, which is that of zsh.
  ///
  /// The shell repeats what is typed, so the signs around what it shows are not typed in one piece.
  private func expectCompleted(
    by shell: String, _ preparation: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var script = """
      zmodload zsh/zpty
      zpty shell \(shell)
      tell() {
        local line
        zpty -w shell "$1; echo rea\"\"dy"
        while zpty -r shell line; do [[ $line == *ready* ]] && return; done
      }

      """
    for line in preparation { script += "tell '\(line)'\n" }
    for (typed, _) in CompletionTests.lines {
      script += """
        zpty -w -n shell '\(typed)'$'\\t\\x18'
        zpty -r shell line '*<<*>>*'
        print -r -- ${${line##*<<}%%>>*}

        """
    }
    script += "zpty -d shell\n"
    let completed = try run(["zsh", "-f"], script).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let wanted = CompletionTests.lines.map { line in
      (line.typed.split(separator: " ").dropLast() + [line.offered[...]]).joined(separator: " ")
    }
    #expect(completed == wanted, sourceLocation: sourceLocation)
  }
}
