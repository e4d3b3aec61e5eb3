/// What the agent was started with.
struct AgentArguments {
  var isService = false
  var isVerbose = false
  var wantsVersion = false
  var wantsHelp = false

  /// An argument that the agent does not know.
  struct Misuse: Error {
    let argument: String
  }

  static func parse(_ words: some Sequence<String>) -> Result<AgentArguments, Misuse> {
    var arguments = AgentArguments()
    for word in words {
      switch word {
      case "--gapplication-service": arguments.isService = true
      case "--verbose": arguments.isVerbose = true
      case "--version": arguments.wantsVersion = true
      case "--help", "-h": arguments.wantsHelp = true
      default: return .failure(Misuse(argument: word))
      }
    }
    return .success(arguments)
  }
}
