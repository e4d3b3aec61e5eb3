import ArgumentParser
import Glibc
import HaruCommand
import HaruSystem
import HaruText

// It holds the token, and reads what strangers have written.
ProgramFile.hideMemory()
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

exit(
  HaruRepo.program.run { words in
    var command = try HaruRepo.program.read(words)
    try requireOwnUser()
    try command.run()
  })
