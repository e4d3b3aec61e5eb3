/// Time and size limits of a request, redirects included.
public struct Limits: Hashable, Sendable {
  /// Milliseconds until a connection is established.
  public var connecting = 10_000
  /// Milliseconds until the whole response is there.
  public var answering = 30_000
  /// Seconds with less than 10 bytes a second.
  public var silence = 15
  /// Bytes of a response's body.
  public var bytes = 1 << 20
  /// Bytes of all headers.
  public var headerBytes = 64 << 10
  /// How many redirects are followed.
  public var redirects = 5

  /// The usual limits.
  public init() {}

  /// How many requests run at once.
  static let concurrentRequests = 4
}
