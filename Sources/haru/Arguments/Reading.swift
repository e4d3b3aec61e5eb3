import ArgumentParser

/// A `transform` of the argument parser that refuses a wrong word with a sentence of ours.
func reading<Value>(
  _ read: @escaping @Sendable (String) -> Value?,
  or refusal: @escaping @Sendable (String) -> String
) -> @Sendable (String) throws -> Value {
  { word in
    guard let value = read(word) else { throw ValidationError(refusal(word)) }
    return value
  }
}
