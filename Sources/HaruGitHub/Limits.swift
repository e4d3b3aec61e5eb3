/// How long an answer is waited for, and how much of it is read.
public struct Limits: Hashable, Sendable {
  /// Milliseconds until a connection stands.
  public var connecting = 10_000
  /// Milliseconds until the whole answer is there.
  public var answering = 30_000
  /// Seconds in which next to nothing comes.
  public var silence = 15
  /// Bytes of the answer itself.
  public var bytes = 1 << 20
  /// Bytes of what stands before it.
  public var headerBytes = 64 << 10

  /// The usual limits.
  public init() {}

  /// How many requests run at once.
  static let atOnce = 4
}
