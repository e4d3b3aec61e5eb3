import ArgumentParser
import Glibc
import HaruSystem
import HaruText

// Every way to end goes through here: a result, or one line and its status.
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

/// Refuses to work as root in the directories of another user.
func requireOwnUser() throws(Failure) {
  guard let (path, user) = UserDirectories.directoryOfAnother else { return }
  throw Failure(.otherUser, CommandText.belongs(path, to: user))
}

do {
  do {
    try Input.check()
    guard let words = ProgramArguments.words else {
      throw Failure(.inputOutput, CommandText.noArguments(ProgramArguments.file))
    }
    if let run = StatusCommand.read(words) {
      try requireOwnUser()
      try run()
    } else {
      var resolved = Synonyms.resolved(words)
      if let rule = Synonyms.ruled(resolved) {
        complain(CommandText.isNoSetting(resolved[2], now: rule))
        resolved = rule
      }
      var command = try Haru.read(resolved)
      try requireOwnUser()
      try command.run()
    }
  } catch  where Haru.exitCode(for: error) == .success {
    let page = Haru.fullMessage(for: error, columns: .max)
    try printOutput(ParserMessage.help(page, of: ProgramArguments.words ?? []))
  }
} catch let problem as Input.Problem {
  complain(ErrorText.unusable(problem.word, isUTF8: problem.isUTF8, isZone: problem.isZone))
  exit(problem.status)
} catch let failure as Failure {
  if failure.status != .readerGone { complain(failure.message) }
  exit(failure.status.rawValue)
} catch {
  let status = Haru.exitCode(for: error)
  if !(error is ExitCode) { complain(ParserMessage.error(Haru.message(for: error))) }
  exit(status.rawValue)
}
