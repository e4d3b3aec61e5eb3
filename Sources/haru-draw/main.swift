import Glibc
import HaruCards
import HaruCore
import HaruDesktop
import HaruText

// Draws cards for `haru` and the agent: haru-draw FORMAT:FILE WORD… [-- FORMAT:FILE WORD…]…
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

for request in CommandLine.arguments.dropFirst().split(separator: "--") {
  do throws(Failure) {
    try CardRequest(reading: Array(request)).fulfil()
  } catch {
    StandardStream.error.write("haru: " + SafeText.line(error.message) + "\n")
    exit(error.status)
  }
}
