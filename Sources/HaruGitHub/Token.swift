/// What shows GitHub who is asking; a secret, which describes itself as nothing.
public struct Token: Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret itself, without blanks around it.
  public let secret: String

  /// Takes a token as it stands in a variable or comes out of a program; `nil` for a text that is
  /// none, such as one of two words.
  public init?(written text: String) {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    let front = text.drop(while: isBlank)
    let secret = String(front.dropLast(front.reversed().prefix(while: isBlank).count))
    guard (1...1000).contains(secret.utf8.count), secret.utf8.allSatisfy(\.isVisible) else {
      return nil
    }
    self.secret = secret
  }

  /// Nothing of the secret.
  public var description: String { "a token" }

  /// Nothing of the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension UInt8 {
  /// Whether it is a letter of ASCII that can be seen, and so can do no harm in a header.
  var isVisible: Bool { (0x21...0x7e).contains(self) }
}
