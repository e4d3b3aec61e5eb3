public import HaruCore

extension GitHub {
  /// Fetches pictures, four at once; nobody who has them is told the token.
  ///
  /// - Parameters:
  ///   - addresses: Where they are.
  ///   - onPicture: Hears, once for each address, the bytes of a PNG, JPEG, GIF or WebP file, or why
  ///     there are none.
  public func pictures(
    _ addresses: [String], onPicture: (String, Result<[UInt8], ReloadProblem>) -> Void
  ) {
    let transfers = Transfers<Picture>()
    var left = addresses[...]
    func start(_ picture: Picture) {
      let request = Request(address: picture.trail.address)
      transfers.start(Transfer(request, limits: limits, authorities: authorities), for: picture)
    }
    while true {
      while transfers.count < Limits.atOnce, let text = left.popFirst() {
        if let picture = Picture(text, mayBePlain: !site.isSecure && site.isThisMachine) {
          start(picture)
        } else {
          onPicture(text, .failure(.badRedirect))
        }
      }
      guard let (picture, outcome) = transfers.next() else { return }
      if let result = picture.take(outcome) {
        onPicture(picture.text, result)
      } else {
        start(picture)
      }
    }
  }
}

/// A picture on its way.
private final class Picture {
  let text: String
  private(set) var trail: Trail

  init?(_ text: String, mayBePlain: Bool) {
    guard let address = Address(text), address.origin.isSecure || mayBePlain else { return nil }
    self.text = text
    trail = Trail(from: address, isAtHome: false, turns: 3)
  }

  /// Takes what came; `nil` if it leads elsewhere.
  func take(_ outcome: Result<Reply, ReloadProblem>) -> Result<[UInt8], ReloadProblem>? {
    do throws(ReloadProblem) {
      let reply = try outcome.get()
      return try trail.follow(reply) ? nil : .success(reply.picture())
    } catch {
      return .failure(error)
    }
  }
}

extension Reply {
  /// The bytes of a picture.
  fileprivate func picture() throws(ReloadProblem) -> [UInt8] {
    guard status == 200 else { throw problem }
    let type = headers[.contentType]?.lowercased() ?? ""
    guard type.hasPrefix("image/"), Reply.isPicture(body) else { throw .badResponse("no picture") }
    return body
  }

  /// Whether a file begins as a PNG, JPEG, GIF or WebP does.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP || beginnings.contains { bytes.starts(with: $0) }
  }

  private static let beginnings: [[UInt8]] = [
    [0x89] + Array("PNG\r\n\u{1a}\n".utf8), [0xff, 0xd8, 0xff], Array("GIF87a".utf8),
    Array("GIF89a".utf8),
  ]
}
