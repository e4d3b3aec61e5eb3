public import HaruCore

/// A question about one repository.
public struct Question: Hashable, Sendable {
  /// The id of the watch.
  public let watch: Int64
  /// The repository.
  public let name: RepositoryName
  /// The ETag of the last response with the same token, if there is one.
  public let etag: String?
  /// Whether to ask for its contributors as well.
  public let asksContributors: Bool
  /// The ETag of the last response about them.
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
