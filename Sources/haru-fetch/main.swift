import Glibc
import HaruCore
import HaruDesktop
import HaruStore
import HaruText

// Asks GitHub for `haru` and the agent, and answers in lines for programs:
//   haru-fetch reload SELECTION store=FILE …     what `ReloadRequest` says
//   haru-fetch avatars site=URL into=DIR ADDRESS…
//   haru-fetch token site=URL                    says where the token was found, if it was
Language.begin(catalogues: ProgramFile().prefix + "/share/locale")
let words = Array(CommandLine.arguments.dropFirst())

/// Ends with a line and a status of sysexits(3).
func fail(_ status: Int32, _ message: String) -> Never {
  StandardStream.error.write("haru: " + ForeignText.line(message) + "\n")
  exit(status)
}

if words.first == "avatars" {
  guard let run = AvatarRun(words: words) else {
    fail(64, ErrorText.unknownWord(words.joined(separator: " "), to: "haru-fetch"))
  }
  run.run()
  exit(0)
}
if words.first == "token" {
  let site = words.dropFirst().first.flatMap { word in
    word.hasPrefix("site=") ? GitHubSite(String(word.dropFirst(5))) : nil
  }
  guard let site, words.count == 2 else {
    fail(64, ErrorText.unknownWord(words.joined(separator: " "), to: "haru-fetch"))
  }
  if let origin = Asker(of: site).origin { StandardStream.output.write(origin + "\n") }
  exit(0)
}
do throws(ReloadWordsError) {
  let request = try ReloadRequest(words: words)
  let begun = Instant(LocalClock.now)
  let turn = Turn()
  do throws(StoreError) {
    let pause = try ReloadRun(request).run(in: turn, begun: begun)
    exit(pause == nil ? 0 : 75)
  } catch {
    fail(error == .busy ? 75 : 74, ErrorText.line(error, path: request.store))
  }
} catch {
  fail(64, ErrorText.unknownWord(error.word, to: "haru-fetch"))
}
