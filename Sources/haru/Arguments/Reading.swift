import ArgumentParser

/// A `transform` for the argument parser, which refuses a wrong word with an error of Haru's.
func reading<Value>(
  _ read: @escaping @Sendable (String) -> Value?,
  or refusal: @escaping @Sendable (String) -> String
) -> @Sendable (String) throws -> Value {
  { word in
    guard let value = read(word) else { throw ValidationError(refusal(word)) }
    return value
  }
}
