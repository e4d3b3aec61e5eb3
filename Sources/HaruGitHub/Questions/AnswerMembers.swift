internal import HaruCore

/// What Haru reads of GitHub's answers; a member that is missing, `null` or of another type is `nil`.
extension JSON {
  /// Reads an answer that is an object.
  init(object body: [UInt8]) throws(ReloadProblem) {
    self = try JSON.answer(body)
    guard members != nil else { throw JSON.unexpected }
  }

  /// Reads an answer that is an array.
  static func array(_ body: [UInt8]) throws(ReloadProblem) -> [JSON] {
    guard let values = try answer(body).array else { throw unexpected }
    return values
  }

  /// A count of things.
  func count(_ name: String) -> Int? {
    self[name]?.integer.flatMap { Int(exactly: $0) }.flatMap((0...JSON.highestCount).exactly)
  }

  /// A text that is not empty, cut after a number of characters and before the first NUL.
  func text(_ name: String, limit: Int = 1000) -> String? {
    // Scalars, because one character may consist of thousands.
    let scalars = self[name]?.string?.unicodeScalars.prefix(limit).prefix { $0 != "\0" }
    return scalars.flatMap { $0.isEmpty ? nil : String($0) }
  }

  func flag(_ name: String) -> Bool? { self[name]?.bool }

  /// An instant in RFC 3339, without its fraction of a second; `nil` for one of which no day can be told.
  func instant(_ name: String) -> Instant? {
    text(name).flatMap { text in
      let (whole, rest) = (text.prefix(19), text.dropFirst(19))
      let zone = rest.first == "." ? rest.dropFirst().drop { ("0"..."9").contains($0) } : rest
      return Instant(rfc3339: String(whole + zone)).flatMap(StoredBounds.instants.exactly)
    }
  }

  /// The address of a picture.
  func address(_ name: String) -> String? {
    text(name, limit: 2001).flatMap { text in
      let isAddress = ["https://", "http://"].contains { text.hasPrefix($0) }
      return isAddress && text.utf8.count <= 2000 && text.utf8.allSatisfy(\.isVisible) ? text : nil
    }
  }

  /// More than there are people; a higher number is an error of the host.
  private static let highestCount = 10_000_000_000

  private static let unexpected = ReloadProblem.badResponse("not the JSON that was expected")

  /// Reads an answer; a text that is not UTF-8 is repaired, because the rest of the answer is right.
  private static func answer(_ body: [UInt8]) throws(ReloadProblem) -> JSON {
    guard let json = JSON(text: Array(String(decoding: body, as: UTF8.self).utf8)[...]) else {
      throw unexpected
    }
    return json
  }
}
