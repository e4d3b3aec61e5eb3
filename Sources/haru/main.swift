import ArgumentParser
import Glibc
import HaruSystem
import HaruText

// Every way to end goes through here: a result, or one line and its status.
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

do {
  do {
    // Not even the program's name: Swift could not find them.
    guard !CommandLine.arguments.isEmpty else {
      throw Failure(.inputOutput, CommandText.noArguments("/proc/self/maps"))
    }
    try Input.check()
    let words = Array(CommandLine.arguments.dropFirst())
    if let run = Haru.readAlone(words) {
      try run()
    } else {
      var command = try Haru.parseAsRoot(words)
      try command.run()
    }
  } catch  where Haru.exitCode(for: error) == .success {
    try printOutput(ParserMessage.help(Haru.fullMessage(for: error, columns: .max)))
  }
} catch let problem as Input.Problem {
  complain(ErrorText.unusable(problem.word, isUTF8: problem.isUTF8, isZone: problem.isZone))
  exit(problem.status)
} catch let failure as Failure {
  if failure.status != .readerGone { complain(failure.message) }
  exit(failure.status.rawValue)
} catch {
  let status = Haru.exitCode(for: error)
  if !(error is ExitCode) {
    let message =
      ParserMessage.unknownCommand(Array(CommandLine.arguments.dropFirst()))
      ?? ParserMessage.error(Haru.message(for: error))
    complain(message)
  }
  exit(status.rawValue)
}
