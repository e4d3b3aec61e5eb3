extension [String] {
  /// One text, with another between each two.
  ///
  /// The standard library's is generic: its first use searches all conformances of the program, which
  /// takes a fortieth of a start.
  public func joined(separator: String) -> String {
    guard var joined = first else { return "" }
    for text in dropFirst() { joined += separator + text }
    return joined
  }
}
