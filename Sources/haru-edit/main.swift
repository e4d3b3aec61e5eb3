import Glibc
import HaruCore
import HaruDesktop
import HaruSystem
import HaruTerminal
import HaruText

// Changes days for `haru calendar --edit`: haru-edit HARU DAY [--plain], with the path of the command line.
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")
Language.useUTF8Letters()

func fail(_ status: Int32, _ message: String) -> Never {
  StandardStream.error.write(ErrorText.complaint(message) + "\n")
  exit(status)
}

do throws(Input.Problem) {
  try Input.check()
} catch {
  fail(error.status, ErrorText.unusable(error.word, isUTF8: error.isUTF8, isZone: error.isZone))
}
guard let words = ProgramArguments.words else {
  fail(EX_IOERR, CommandText.noArguments(ProgramArguments.file))
}
guard words.count >= 2, let day = Day(words[1]), words.dropFirst(2).allSatisfy({ $0 == "--plain" })
else {
  fail(EX_USAGE, ErrorText.unknownArgument(words.last ?? "", of: "haru-edit"))
}
// What it runs notes whose change it makes.
setenv(Provenance.Source.variable, Provenance.Source.calendar.rawValue, 1)
let program = CommandLineProgram(path: words[0])
do throws(DayReader.Problem) {
  let days = try DayReader.read().days
  let isTerminal = isatty(STDIN_FILENO) == 1 && StandardStream.output.isTerminal
  if words.count == 2, isTerminal, CursesScreen.isPossible, let screen = CursesScreen() {
    do throws(GLibError) {
      let loss = try Editor(days, on: day, screen: screen, program: program).run()
      if let loss { fail(EX_TEMPFAIL, loss) }
    } catch {
      fail(EX_IOERR, "\(error)")
    }
  } else {
    if words.count == 2, isTerminal {
      let kind = getenv("TERM").map { String(cString: $0) } ?? ""
      StandardStream.error.write(
        text(
          "This terminal cannot draw the calendar (TERM={kind}), so it is changed by words.",
          ["kind": SafeText.value(kind)]) + "\n")
    }
    var editor = PlainEditor(on: day, program: program, isAsking: isTerminal)
    try editor.run()
  }
} catch {
  fail(error.isBusy ? EX_TEMPFAIL : EX_IOERR, error.message)
}
