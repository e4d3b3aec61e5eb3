import Foundation

/// What shells offer when a person presses *Tab*, in a home of its own.
package struct Shells {
  package let home = Scratch()
  package let environment: [String: String]

  package init() {
    environment = Support.environment(home: home.path)
  }

  private func run(_ shell: [String], _ script: String, in locale: String = "") throws -> String {
    var environment = environment
    if !locale.isEmpty { environment["LANG"] = locale }
    let folder = (Built.product("haru") as NSString).deletingLastPathComponent
    environment["PATH"] = folder + ":" + (environment["PATH"] ?? "")
    let file = try home.write(script, to: "complete")
    let run = try Child.run(shell + [file], environment: environment)
    guard run.status == 0, run.errors.isEmpty else { throw Failure.unexpected("\(run)") }
    return run.output
  }

  /// What bash offers for the last word of each line.
  package func offeredByBash(_ lines: [String], in locale: String = "") throws -> [String] {
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

  /// What zsh or fish makes of lines: types each, presses *Tab*, and has the shell show the line by *Ctrl-X*.
  ///
  /// Completion needs a line editor, and so a pseudo-terminal, which is that of zsh.
  ///
  /// The shell repeats what is typed, so the signs around what it shows are not typed in one piece.
  package func completed(by shell: String, _ lines: [String]) throws -> [String] {
    let (command, preparation) = shell == "zsh" ? Self.zsh : Self.fish
    var script = """
      zmodload zsh/zpty
      zpty shell \(command)
      tell() {
        local line
        zpty -w shell "$1; echo rea\"\"dy"
        while zpty -r shell line; do [[ $line == *ready* ]] && return; done
      }

      """
    for line in preparation { script += "tell '\(line)'\n" }
    for typed in lines {
      script += """
        zpty -w -n shell '\(typed)'$'\\t\\x18'
        zpty -r shell line '*<<*>>*'
        print -r -- ${${line##*<<}%%>>*}

        """
    }
    script += "zpty -d shell\n"
    return try run(["zsh", "-f"], script).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static let zsh = (
    "zsh -f -i",
    [
      #"PS1="" RPROMPT=""; mkdir "$HOME/functions"; fpath=("$HOME/functions" $fpath)"#,
      #"haru --generate-completion-script zsh >"$HOME/functions/_haru""#,
      #"autoload -U compinit; compinit -u -d "$HOME/dump""#,
      #"show() { print -r -- "<""<$BUFFER>"">"; BUFFER= }; zle -N show; bindkey "^X" show"#,
    ]
  )

  private static let fish = (
    "fish --no-config",
    [
      "haru --generate-completion-script fish | source",
      #"function show; echo; echo "<""<"(commandline)">"">"; commandline ""; end"#,
      #"bind \cx show"#,
    ]
  )
}
