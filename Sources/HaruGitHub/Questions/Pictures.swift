internal import HaruCore

extension GitHub {
  /// Loads pictures, four at once, without the token.
  ///
  /// - Parameters:
  ///   - addresses: Their addresses.
  ///   - onPicture: Gets, once for each address, the bytes of a PNG, JPEG, GIF or WebP file, or why
  ///     there are none.
  public func pictures(
    _ addresses: [String], onPicture: (String, Result<[UInt8], ReloadProblem>) -> Void
  ) {
    let transfers = Transfers<String>()
    let allowsPlain = !site.isSecure && site.isThisMachine
    var left = addresses[...]
    while true {
      while transfers.count < Limits.concurrentRequests, let text = left.popFirst() {
        guard let address = Address(text), address.origin.isSecure || allowsPlain else {
          onPicture(text, .failure(.badRedirect))
          continue
        }
        let request = Request(address: address)
        transfers.start(Transfer(request, limits: limits, authorities: authorities), for: text)
      }
      guard let (text, outcome) = transfers.next() else { return }
      onPicture(text, Result { () throws(ReloadProblem) in try outcome.get().picture() })
    }
  }
}

extension Response {
  /// The bytes of a picture.
  fileprivate func picture() throws(ReloadProblem) -> [UInt8] {
    guard status == 200 else { throw problem }
    let type = headers[.contentType]?.lowercased() ?? ""
    guard type.hasPrefix("image/"), Response.isPicture(body) else {
      throw .badResponse("no picture")
    }
    return body
  }

  /// Whether a file begins as a PNG, JPEG, GIF or WebP file does.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP || signatures.contains { bytes.starts(with: $0) }
  }

  private static let signatures: [[UInt8]] = [
    [0x89] + Array("PNG\r\n\u{1a}\n".utf8), [0xff, 0xd8, 0xff], Array("GIF87a".utf8),
    Array("GIF89a".utf8),
  ]
}
