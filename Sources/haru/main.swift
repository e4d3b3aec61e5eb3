import ArgumentParser
import Glibc
import HaruCommand
import HaruSystem
import HaruText

Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

exit(
  Haru.program.run { words in
    if let run = StatusCommand.read(words) {
      try requireOwnUser()
      return try run()
    }
    var resolved = Synonyms.haru.resolved(words)
    if let rule = Synonyms.ruled(resolved) {
      complain(CommandText.isNoSetting(rule.name, now: rule.command))
      resolved = rule.command
    }
    if let words = RepoCommand.words(in: resolved) {
      try requireOwnUser()
      return try RepoCommand.become(words)
    }
    if let listing = CommandListing.asked(by: words) { return try printOutput(listing) }
    var command = try Haru.read(resolved)
    try requireOwnUser()
    try command.run()
  })
