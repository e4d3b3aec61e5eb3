import Glibc
import HaruCore
import HaruStore
import HaruSystem
import HaruText

// Asks GitHub for `haru` and the agent, as `FetchCommand` describes.
ProgramFile.hideMemory()
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")

/// Ends with a line on standard error and a status of sysexits(3).
func fail(_ status: Int32, _ message: String) -> Never {
  StandardStream.error.write(ErrorText.complaint(message) + "\n")
  exit(status)
}

do throws(Input.Problem) {
  try Input.check()
} catch {
  fail(error.status, ErrorText.unusable(error.word, isUTF8: error.isUTF8, isZone: error.isZone))
}

func reload(_ request: ReloadRequest) -> Never {
  let requestedAt = Instant(LocalClock.now)
  var lock = ReloadLock()
  do throws(StoreError) {
    let pause = try ReloadRun(request).run(unlessReloadedSince: lock.hasWaited ? requestedAt : nil)
    lock.release()
    report(.finished)
    // What the libraries tidy up at an exit takes longer than the commit.
    _exit(pause == nil ? 0 : 75)
  } catch {
    fail(error == .busy ? 75 : 74, ErrorText.line(error, path: request.store))
  }
}

/// The command of the arguments or of standard input; `nil` if there is none after all.
func readCommand() throws(MessageError) -> FetchCommand? {
  guard let words = ProgramArguments.words else {
    fail(EX_IOERR, CommandText.noArguments(ProgramArguments.file))
  }
  guard words == [FetchCommand.awaited] else {
    return try FetchCommand(line: words.joined(separator: " "))
  }
  let input = (try? StandardStream.read()) ?? []
  return input.isEmpty ? nil : try FetchCommand(line: String(decoding: input, as: UTF8.self))
}

do throws(MessageError) {
  switch try readCommand() {
  case nil: break
  case .reload(let request): reload(request)
  case .avatars(let addresses, let site, let directory):
    AvatarRun(addresses: addresses, site: site, directory: PrivateDirectory(directory)).run()
  case .tokenSource(let site):
    if let found = Credentials(for: site).found {
      StandardStream.output.write(found.line + "\n")
    }
  }
} catch {
  fail(64, ErrorText.unknownArgument(error.member, of: "haru-fetch"))
}
