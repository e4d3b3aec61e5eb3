internal import HaruDesktop
public import HaruSystem
public import HaruTerminal
internal import HaruText

extension StandardStream {
  /// Writes a text that may hold words from outside: unchanged to a program, made safe for a terminal.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  public func writeSafely(_ text: String) -> Bool {
    write(isTerminal ? SafeText.lines(text) : text)
  }

  /// Writes lines for a person.
  ///
  /// A terminal gets a line that is too wide in several, broken between words and indented alike.
  ///
  /// - Returns: Whether they were written.
  @discardableResult
  fileprivate func writeWrapped(_ text: String) -> Bool {
    guard isTerminal, let columns else { return writeSafely(text + "\n") }
    let lines = SafeText.lines(text).split(separator: "\n", omittingEmptySubsequences: false)
    let wrapped = lines.flatMap { line -> [String] in
      guard DisplayWidth.columns(of: String(line)) > columns else { return [String(line)] }
      let indent = String(line.prefix { $0 == " " })
      return DisplayWidth.wrapped(String(line), to: columns - indent.count).map { indent + $0 }
    }
    return write(wrapped.joined(separator: "\n") + "\n")
  }
}

/// Prints a result.
public func printOutput(_ text: String) throws(Failure) {
  guard StandardStream.output.writeSafely(text + "\n") else { throw Failure.standardOutput }
}

/// Prints a text for a person.
public func printText(_ text: String) throws(Failure) {
  guard StandardStream.output.writeWrapped(text) else { throw Failure.standardOutput }
}

/// Prints a list; an entry that is too wide for a terminal goes on in further lines, which are indented.
public func printListed(_ entries: [String]) throws(Failure) {
  let columns = StandardStream.output.columns
  let lines = entries.map { entry in
    let line = SafeText.line(entry)
    guard let columns, DisplayWidth.columns(of: line) > columns else { return line }
    return DisplayWidth.wrapped(line, to: columns - 2).joined(separator: "\n  ")
  }
  // They are safe already; what isolates a word may have its end in the next line.
  guard StandardStream.output.write(lines.joined(separator: "\n") + "\n") else {
    throw Failure.standardOutput
  }
}

/// Prints lines with as many colours as standard output shows.
public func printOutput(_ lines: [StyledLine]) throws(Failure) {
  let depth = ColorDepth.output
  let text = lines.map { $0.rendered(depth) }.joined(separator: "\n")
  guard StandardStream.output.write(text + "\n") else { throw Failure.standardOutput }
}

/// Prints a message to standard error, where it does not mix with results.
public func printMessage(_ text: String) {
  StandardStream.error.writeWrapped(text)
}

/// Prints what is wrong to standard error.
public func complain(_ message: String) {
  printMessage(ErrorText.complaint(message))
}
