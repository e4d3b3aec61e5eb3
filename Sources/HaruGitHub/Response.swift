/// The response to a request, after all redirects.
package struct Response {
  /// The headers that are read.
  package enum Header: String, CaseIterable {
    case contentType = "content-type"
    case date
    case etag
    case rateLimitRemaining = "x-ratelimit-remaining"
    case rateLimitReset = "x-ratelimit-reset"
    case retryAfter = "retry-after"
  }

  package let status: Int
  package let headers: [Header: String]
  package let body: [UInt8]
  /// Whether it comes from the origin that was asked, and not from another to which that led.
  package let isFromOrigin: Bool
  /// Whether the request had a token.
  package let hadToken: Bool

  package init(
    status: Int, headers: [Header: String], body: [UInt8], isFromOrigin: Bool,
    hadToken: Bool = false
  ) {
    (self.status, self.headers, self.body) = (status, headers, body)
    (self.isFromOrigin, self.hadToken) = (isFromOrigin, hadToken)
  }

  /// How many requests the host still answers; `nil` if it does not tell.
  var remaining: Int? {
    headers[.rateLimitRemaining].flatMap { Int($0) }
  }

  /// Whether the rate limit is used up with this response.
  var isLast: Bool { remaining.map { $0 <= 0 } ?? false }

  /// The tag for a conditional request.
  var etag: String? {
    headers[.etag].flatMap { ETag.isUsable($0) ? $0 : nil }
  }
}

/// The tags of responses.
enum ETag {
  /// Whether a tag can stand in a header.
  static func isUsable(_ tag: String) -> Bool {
    (1...256).contains(tag.utf8.count) && tag.utf8.allSatisfy(\.isVisible)
  }
}
