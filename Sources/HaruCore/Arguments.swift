/// An argument that the started program does not expect, or whose value it cannot use.
public struct ArgumentError: Error, Hashable, Sendable {
  /// The argument; empty if one is missing that has no name.
  public let argument: String

  /// Names an argument.
  public init(_ argument: String) {
    self.argument = argument
  }
}

/// The arguments with which one program of Haru starts another: `name=value`, in any order, each
/// exactly once.
struct ArgumentReader {
  private var values: [String: String] = [:]

  init(_ arguments: some Sequence<String>) throws(ArgumentError) {
    for argument in arguments {
      guard let sign = argument.firstIndex(of: "="),
        values.updateValue(
          String(argument[argument.index(after: sign)...]), forKey: String(argument[..<sign]))
          == nil
      else { throw ArgumentError(argument) }
    }
  }

  /// Takes the value of a name.
  ///
  /// - Throws: `ArgumentError` if the name is missing or its value cannot be read.
  mutating func take<T>(_ name: String, _ read: (String) -> T?) throws(ArgumentError) -> T {
    let value = values.removeValue(forKey: name)
    guard let value, let read = read(value) else { throw ArgumentError(name + "=" + (value ?? "")) }
    return read
  }

  /// Throws if an argument is left that nothing has taken.
  func finish() throws(ArgumentError) {
    if let unknown = values.first { throw ArgumentError(unknown.key + "=" + unknown.value) }
  }

  /// Reads a number of things.
  static func count(_ text: String) -> Int? {
    Int(text).flatMap { $0 >= 0 ? $0 : nil }
  }
}
