/// A repository on a card, as `haru-draw` gets it.
extension RepositoryEntry {
  var json: JSON {
    .object([
      "owner": .string(owner), "name": .string(name), "avatar": .string(avatar),
      "facts": facts?.json ?? .null, "people": people.json, "sample": .bool(isSample),
    ])
  }

  init(json: JSON) throws(MessageError) {
    self.init(
      owner: try json.text("owner", \.self), name: try json.text("name", \.self),
      avatar: try json.optional("avatar", \.string),
      facts: try json.optional("facts", Facts.init(json:)),
      people: try json.member("people", Contributors.init(json:)),
      isSample: try json.member("sample", \.bool))
  }
}

extension RepositoryEntry.Facts {
  fileprivate var json: JSON {
    .object([
      "stars": .integer(stars), "forks": .integer(forks), "takes_issues": .bool(takesIssues),
      "open_issues": .integer(openIssues), "days_since_push": .integer(daysSincePush),
      "quiet": .bool(isQuiet), "as_of": .string(asOf?.description),
    ])
  }

  fileprivate init(json: JSON) throws(MessageError) {
    self.init()
    (stars, forks) = (try json.optional("stars", \.count), try json.optional("forks", \.count))
    takesIssues = try json.member("takes_issues", \.bool)
    openIssues = try json.optional("open_issues", \.count)
    daysSincePush = try json.optional("days_since_push", \.count)
    isQuiet = try json.member("quiet", \.bool)
    asOf = try json.optional("as_of") { $0.string.flatMap(Day.init) }
  }
}

/// Contributors that are known are an array, others a word or nothing.
extension Contributors {
  private static let tooManyWord = "too_many"

  fileprivate var json: JSON {
    switch self {
    case .unknown: .null
    case .tooMany: .string(Self.tooManyWord)
    case .known(let people): .array(people.map(\.json))
    }
  }

  fileprivate init(json: JSON) throws(MessageError) {
    if json.isNull {
      self = .unknown
    } else if json.string == Self.tooManyWord {
      self = .tooMany
    } else {
      guard let people = json.array, people.count <= Contributors.limit else {
        throw MessageError("people")
      }
      self = .known(try people.map(Contributor.init(json:)))
    }
  }
}

extension Contributor {
  fileprivate var json: JSON {
    .object([
      "login": .string(login), "commits": .integer(contributions), "avatar": .string(avatar),
    ])
  }

  fileprivate init(json: JSON) throws(MessageError) {
    self.init(
      login: try json.text("login", \.self), contributions: try json.count("commits"),
      avatar: try json.optional("avatar", \.string))
  }
}
