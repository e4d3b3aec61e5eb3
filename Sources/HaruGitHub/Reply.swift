/// What came back for one request.
struct Reply {
  /// The headers that mean something here.
  enum Header: String, CaseIterable {
    case contentType = "content-type"
    case date
    case etag
    case location
    case rateLimitRemaining = "x-ratelimit-remaining"
    case rateLimitReset = "x-ratelimit-reset"
    case retryAfter = "retry-after"
  }

  let status: Int
  let headers: [Header: String]
  let body: [UInt8]

  /// How many requests the host still answers; `nil` if it does not say.
  var remaining: Int? {
    headers[.rateLimitRemaining].flatMap { Int($0) }
  }

  /// Whether the host answers nothing after it.
  var isLast: Bool { remaining.map { $0 <= 0 } ?? false }

  /// The tag by which to ask whether anything has changed.
  var etag: String? {
    headers[.etag].flatMap { ETag.isUsable($0) ? $0 : nil }
  }
}

/// The tag of an answer.
enum ETag {
  /// Whether a tag can stand in a header.
  static func isUsable(_ tag: String) -> Bool {
    (1...256).contains(tag.utf8.count) && tag.utf8.allSatisfy(\.isVisible)
  }
}
