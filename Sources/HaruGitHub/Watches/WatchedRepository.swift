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

  /// Reads what `text` writes, with any name that is understood; `nil` for anything else.
  public init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first.flatMap({ RepositoryName($0) }),
      [[], ["quiet"]].contains(words.dropFirst())
    else { return nil }
    self.init(name, isQuiet: words.count == 2)
  }

  /// It as a line of the list: its name, and `quiet` behind it.
  public var text: String { name.description + (isQuiet ? " quiet" : "") }
}
