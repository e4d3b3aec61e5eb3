import Glibc
import HaruCore
import HaruSystem
import HaruText

Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

do throws(Input.Problem) {
  try Input.check()
} catch {
  let problem = ErrorText.unusable(error.word, isUTF8: error.isUTF8, isZone: error.isZone)
  StandardStream.error.write("haru-agent: " + problem + "\n")
  exit(error.status)
}
guard let words = ProgramArguments.words else {
  StandardStream.error.write(
    "haru-agent: " + CommandText.noArguments(ProgramArguments.file) + "\n")
  exit(EX_IOERR)
}
let arguments: AgentArguments
switch AgentArguments.parse(words) {
case .success(let parsed): arguments = parsed
case .failure(let misuse):
  StandardStream.error.write(misuse.message + "\n")
  exit(64)
}
if arguments.wantsHelp {
  StandardStream.output.write(AgentArguments.help + "\n")
} else if arguments.wantsVersion {
  StandardStream.output.write("haru-agent \(Identity.version)\n")
} else if let (path, user) = UserDirectories.directoryOfAnother {
  StandardStream.error.write("haru-agent: " + CommandText.belongs(path, to: user) + "\n")
  exit(EX_NOPERM)
} else {
  exit(
    LiveAgent.run(
      isService: arguments.isService, opening: arguments.addresses,
      log: Log(isVerbose: arguments.isVerbose)
    ).rawValue)
}
