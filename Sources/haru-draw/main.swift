import Glibc
import HaruCore
import HaruSystem
import HaruText

// Draws cards for `haru` and the agent; each argument is a `CardRequest`.
ProgramFile.hideMemory()
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

func fail(_ failure: Failure) -> Never {
  StandardStream.error.write(ErrorText.complaint(failure.message) + "\n")
  exit(failure.status)
}

do throws(Input.Problem) {
  try Input.check()
} catch {
  fail(
    Failure(
      error.status, ErrorText.unusable(error.word, isUTF8: error.isUTF8, isZone: error.isZone)))
}
guard let words = ProgramArguments.words else {
  fail(Failure(EX_IOERR, CommandText.noArguments(ProgramArguments.file)))
}
for word in words {
  do throws(Failure) {
    try CardRequest(reading: word).run()
  } catch {
    fail(error)
  }
}
