/// Repositories as arguments: `1.name=value` for the first, `2.name=value` for the second.
extension Card.Subject {
  static func words(of entries: [RepositoryEntry]) -> [String] {
    ["repositories=\(entries.count)"]
      + entries.enumerated().flatMap { place, entry in
        entry.words.map { "\(place + 1)." + $0 }
      }
  }

  init(readingRepositories reader: inout ArgumentReader) throws(ArgumentError) {
    let count = try reader.take("repositories") { Int($0).flatMap { 0...2 ~= $0 ? $0 : nil } }
    guard count > 0 else {
      self = .noRepository
      return
    }
    let first = try RepositoryEntry(reading: &reader, "1.")
    self = count == 1 ? .repository(first) : .pair(first, try .init(reading: &reader, "2."))
  }
}

extension RepositoryEntry {
  fileprivate var words: [String] {
    let names = ["owner=" + owner, "name=" + name, "avatar=" + (avatar ?? "")]
    return names + (facts?.words ?? ["loaded=false"]) + people.words + ["sample=\(isSample)"]
  }

  fileprivate init(
    reading reader: inout ArgumentReader, _ prefix: String
  ) throws(ArgumentError) {
    let isLoaded = try reader.take(prefix + "loaded", Bool.init)
    self.init(
      owner: try reader.take(prefix + "owner", any), name: try reader.take(prefix + "name", any),
      avatar: try reader.take(prefix + "avatar", file),
      facts: isLoaded ? try Facts(reading: &reader, prefix) : nil,
      people: try Contributors(reading: &reader, prefix),
      isSample: try reader.take(prefix + "sample", Bool.init))
  }
}

extension RepositoryEntry.Facts {
  fileprivate var words: [String] {
    [
      "loaded=true", "stars=" + word(stars), "forks=" + word(forks), "takes-issues=\(takesIssues)",
      "open-issues=" + word(openIssues), "days-since-push=" + word(daysSincePush),
      "quiet=\(isQuiet)", "as-of=" + word(asOf),
    ]
  }

  fileprivate init(
    reading reader: inout ArgumentReader, _ prefix: String
  ) throws(ArgumentError) {
    self.init()
    stars = try reader.take(prefix + "stars", orUnknown(ArgumentReader.count))
    forks = try reader.take(prefix + "forks", orUnknown(ArgumentReader.count))
    takesIssues = try reader.take(prefix + "takes-issues", Bool.init)
    openIssues = try reader.take(prefix + "open-issues", orUnknown(ArgumentReader.count))
    daysSincePush = try reader.take(prefix + "days-since-push", orUnknown(ArgumentReader.count))
    isQuiet = try reader.take(prefix + "quiet", Bool.init)
    asOf = try reader.take(prefix + "as-of", orUnknown(Day.init))
  }
}

extension Contributors {
  private static let tooManyWord = "too-many"

  fileprivate var words: [String] {
    switch self {
    case .unknown: ["people=" + unknownWord]
    case .tooMany: ["people=" + Self.tooManyWord]
    case .known(let people):
      ["people=\(people.count)"]
        + people.enumerated().flatMap { place, person in
          person.words.map { "\(place + 1)." + $0 }
        }
    }
  }

  fileprivate init(
    reading reader: inout ArgumentReader, _ prefix: String
  ) throws(ArgumentError) {
    let name = prefix + "people"
    let word = try reader.take(name, any)
    switch word {
    case unknownWord: self = .unknown
    case Self.tooManyWord: self = .tooMany
    default:
      guard let count = Int(word), 0...Contributors.limit ~= count else {
        throw ArgumentError(name + "=" + word)
      }
      var people: [Contributor] = []
      for place in 0..<count {
        people.append(try .init(reading: &reader, prefix + "\(place + 1)."))
      }
      self = .known(people)
    }
  }
}

extension Contributor {
  fileprivate var words: [String] {
    ["login=" + login, "commits=\(contributions)", "avatar=" + (avatar ?? "")]
  }

  fileprivate init(
    reading reader: inout ArgumentReader, _ prefix: String
  ) throws(ArgumentError) {
    self.init(
      login: try reader.take(prefix + "login", any),
      contributions: try reader.take(prefix + "commits", ArgumentReader.count),
      avatar: try reader.take(prefix + "avatar", file))
  }
}

/// The value of what is unknown; no number is written like this.
private let unknownWord = "unknown"

private func word(_ value: (some CustomStringConvertible)?) -> String {
  value.map(\.description) ?? unknownWord
}

/// Reads a value that may be unknown.
private func orUnknown<T>(_ read: @escaping (String) -> T?) -> (String) -> T?? {
  { $0 == unknownWord ? .some(nil) : read($0).map(Optional.some) }
}

private func any(_ text: String) -> String? { text }

/// Reads the path of a file; empty for none.
private func file(_ text: String) -> String?? { .some(text.isEmpty ? nil : text) }
