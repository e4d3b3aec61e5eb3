public import HaruCore

/// What to ask of one repository.
public struct Question: Hashable, Sendable {
  /// The number of the watch.
  public let watch: Int64
  /// The repository.
  public let name: RepositoryName
  /// The tag of what is known already, if GitHub gave one to the same token.
  public let etag: String?
  /// Whether to ask who works on it, too.
  public let asksContributors: Bool
  /// The tag of what is known of them already.
  public let contributorsETag: String?

  /// Makes a question.
  public init(
    watch: Int64, name: RepositoryName, etag: String? = nil, asksContributors: Bool = false,
    contributorsETag: String? = nil
  ) {
    (self.watch, self.name, self.etag) = (watch, name, etag)
    (self.asksContributors, self.contributorsETag) = (asksContributors, contributorsETag)
  }
}
