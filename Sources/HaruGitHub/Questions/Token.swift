/// A token for GitHub; its description reveals nothing.
public struct Token: Sendable, CustomStringConvertible, CustomReflectable {
  /// The secret itself.
  public let secret: String

  /// Takes a token from a variable or from the output of a program, without the blanks around it;
  /// `nil` if the text cannot be a token.
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
  /// Whether it is a visible character of ASCII, which is safe in a header.
  var isVisible: Bool { (0x21...0x7e).contains(self) }
}
