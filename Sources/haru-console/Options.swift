/// What the program was started for.
enum Purpose {
  case help
  case version
  case serve(Options)
  case ping(Ping.Options)
}

/// How the server was asked to be.
struct Options {
  let manners: Manners
  var printsLines = false
  var store: String?
  var studiedWord = "Studied"

  var witness: StoreWitness? {
    store.map { StoreWitness(path: $0, word: studiedWord) }
  }
}

/// An option that is unknown, or whose value is.
struct Misuse: Error {
  let problem: String
}

extension Purpose {
  /// Reads what stands behind the program's name.
  @MainActor
  init(_ words: some Sequence<String>) throws(Misuse) {
    var options = Options(manners: Manners())
    var ping = Ping.Options()
    var capabilities: [String]?
    var arguments = Arguments(words)
    while let option = arguments.next() {
      switch option {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "--lines": options.printsLines = true
      case "--broadcast": options.manners.isBroadcasting = true
      case "--trust-ids": options.manners.trustsIDs = true
      case "--store": options.store = try arguments.value(of: option)
      case "--studied-word": options.studiedWord = try arguments.value(of: option)
      case "--after-action":
        let value = try arguments.value(of: option)
        guard let manner = Manners.AfterAction(rawValue: value) else {
          throw Misuse(problem: "\(option): neither keep nor new-id nor same-id: \(value)")
        }
        options.manners.afterAction = manner
      case "--capabilities":
        capabilities =
          try arguments.value(of: option).split(separator: ",").map(String.init)
      case "--name": options.manners.name = try arguments.value(of: option)
      case "--delay":
        options.manners.delayMilliseconds = try arguments.milliseconds(of: option)
      case "--hold-close":
        options.manners.holdCloseMilliseconds = try arguments.milliseconds(of: option)
      case "--ping": ping.name = try arguments.value(of: option)
      case "--property":
        let value = try arguments.value(of: option)
        guard let property = Ping.Property(value) else {
          throw Misuse(problem: "\(option): not PATH:INTERFACE.NAME: \(value)")
        }
        ping.property = property
      case "--every": ping.everyMilliseconds = max(1, try arguments.milliseconds(of: option))
      default: throw Misuse(problem: "unknown option: \(option)")
      }
    }
    if let capabilities {
      options.manners.capabilities = capabilities
    } else if !options.printsLines {
      // A terminal draws no pictures, and clients should put into words what they would draw.
      options.manners.capabilities.removeAll { $0 == "icon-static" }
    }
    self = ping.name.isEmpty ? .serve(options) : .ping(ping)
  }
}

/// The words of a command line, from left to right; `--a=b` is the same as `--a b`.
private struct Arguments {
  private var words: [String]

  init(_ words: some Sequence<String>) {
    self.words = words.reversed()
  }

  mutating func next() -> String? {
    guard let word = words.popLast() else { return nil }
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return word }
    words.append(String(word[word.index(after: sign)...]))
    return String(word[..<sign])
  }

  mutating func value(of option: String) throws(Misuse) -> String {
    guard let value = words.popLast() else { throw Misuse(problem: "\(option): no value") }
    return value
  }

  mutating func milliseconds(of option: String) throws(Misuse) -> Int {
    let value = try value(of: option)
    guard let time = haru_console.milliseconds(value) else {
      throw Misuse(problem: "\(option): not a number of milliseconds: \(value)")
    }
    return time
  }
}
