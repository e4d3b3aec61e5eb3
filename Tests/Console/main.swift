import ArgumentParser
import Glibc
import HaruSystem

do {
  exit(try ConsoleCommand.parse().status())
} catch {
  let status = ConsoleCommand.exitCode(for: error)
  if status == .success {
    StandardStream.output.write(ConsoleCommand.fullMessage(for: error) + "\n")
  } else {
    complain(ConsoleCommand.message(for: error))
  }
  exit(status.rawValue)
}
