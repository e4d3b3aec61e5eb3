import Glibc
import HaruCore
import HaruDesktop

do {
  switch try Purpose(CommandLine.arguments.dropFirst()) {
  case .help: StandardStream.output.write(help + "\n")
  case .version: StandardStream.output.write("haru-console \(Identity.version)\n")
  case .serve(let options): exit(Session.run(options))
  case .ping(let options): exit(Ping.run(options))
  }
} catch {
  complain(error.problem)
  exit(64)
}
