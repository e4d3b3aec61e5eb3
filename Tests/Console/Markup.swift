/// The little markup that a body may hold.
enum Markup {
  /// A body without its tags and with its entities decoded; what is neither stands as it is.
  static func plain(_ body: String) -> String {
    var result = ""
    var rest = body[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">"), isTag(rest[..<end].dropFirst()) {
        rest = rest[rest.index(after: end)...]
      } else if first == "&", let end = rest.firstIndex(of: ";"),
        let character = character(named: rest[..<end].dropFirst())
      {
        result.append(character)
        rest = rest[rest.index(after: end)...]
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private static func isTag(_ text: Substring) -> Bool {
    let name = text.drop { $0 == "/" }.prefix { $0.isLetter }
    return ["a", "b", "i", "u", "img"].contains(name)
  }

  private static func character(named name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
