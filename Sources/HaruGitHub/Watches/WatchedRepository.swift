/// A watched repository; its snapshot can be loaded again.
public struct WatchedRepository: Hashable, Sendable {
  /// The repository.
  public let name: RepositoryName
  /// Whether it is muted.
  public let isQuiet: Bool

  /// Makes a watched repository.
  public init(_ name: RepositoryName, isQuiet: Bool) {
    (self.name, self.isQuiet) = (name, isQuiet)
  }

  /// Reads the value of an entry; `nil` for anything that `text` does not write.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first.flatMap({ RepositoryName($0) }) else { return nil }
    self.init(name, isQuiet: words.count == 2)
    guard self.text == text else { return nil }
  }

  /// It as the value of an entry: its name, and `quiet` behind it.
  public var text: String { name.description + (isQuiet ? " quiet" : "") }
}
