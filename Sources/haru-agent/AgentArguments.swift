import HaruCore
import HaruText

/// The arguments of the program.
struct AgentArguments {
  static var help: String {
    text(
      """
      Usage: haru-agent [--gapplication-service] [--verbose] [haru:VIEW]

      Shows today's notification, saves your clicks and starts the next day.
      A second start shows the notification again.

        haru:VIEW               open haru:calendar or haru:streak
        --gapplication-service  run as a service; follow the setting at-login
        --verbose               log every event
        --version               show the version
        --help                  show this help
      """)
  }

  var isService = false
  var isVerbose = false
  var wantsVersion = false
  var wantsHelp = false
  /// The addresses to open, of existing views or not.
  var addresses: [String] = []

  /// An argument that is unknown.
  struct Misuse: Error {
    let argument: String

    var message: String { text("haru-agent: unknown argument: {argument}", ["argument": argument]) }
  }

  static func parse(_ words: some Sequence<String>) -> Result<AgentArguments, Misuse> {
    var arguments = AgentArguments()
    for word in words {
      switch word {
      case "--gapplication-service": arguments.isService = true
      case "--verbose": arguments.isVerbose = true
      case "--version": arguments.wantsVersion = true
      case "--help", "-h": arguments.wantsHelp = true
      case _ where isAddress(word): arguments.addresses.append(word)
      default: return .failure(Misuse(argument: word))
      }
    }
    // A service is asked over the bus to open an address.
    if arguments.isService, let address = arguments.addresses.first {
      return .failure(Misuse(argument: address))
    }
    return .success(arguments)
  }

  private static func isAddress(_ word: String) -> Bool {
    word.prefix(View.scheme.count + 1).lowercased() == View.scheme + ":"
  }
}
