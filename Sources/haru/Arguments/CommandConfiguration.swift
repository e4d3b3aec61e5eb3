import ArgumentParser

extension CommandConfiguration {
  /// A command that its name and one line explain.
  init(_ name: String, _ abstract: String) {
    self.init(commandName: name, abstract: abstract)
  }
}
