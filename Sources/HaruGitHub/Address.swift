internal import CCurl
internal import HaruCore

/// An address on the web, without a name and a password in it.
struct Address: Hashable {
  /// Who answers there: what may be told to one address may be told to another of the same origin.
  struct Origin: Hashable {
    let isSecure: Bool
    let host: String
    let port: String
  }

  let text: String
  let origin: Origin

  /// Longer ones are nobody's.
  private static let mostBytes = 8000

  /// Reads an address, which may be told as seen from another; `nil` if it is none, or not on the
  /// web.
  init?(_ text: String, seenFrom base: Address? = nil) {
    guard text.utf8.count <= Address.mostBytes, let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    for text in [base?.text, text].compactMap(\.self) {
      guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
    }
    for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
      curl_url_set(url, part, nil, 0)
    }
    guard let whole = Address.part(CURLUPART_URL, of: url),
      let scheme = Address.part(CURLUPART_SCHEME, of: url)?.lowercased(),
      ["http", "https"].contains(scheme),
      let host = Address.part(CURLUPART_HOST, of: url),
      let port = Address.part(CURLUPART_PORT, of: url, CURLU_DEFAULT_PORT)
    else { return nil }
    self.text = whole
    origin = Origin(isSecure: scheme == "https", host: host.lowercased(), port: port)
  }

  /// The address of something below this one; all letters of `path` stand for themselves.
  func below(_ path: String) -> Address {
    Address(text: text + path, origin: origin)
  }

  /// The address of a site; `nil` if it cannot be read.
  init?(of site: GitHubSite) {
    guard let address = Address("\(site)") else { return nil }
    self.init(text: "\(site)", origin: address.origin)
  }

  private init(text: String, origin: Origin) {
    (self.text, self.origin) = (text, origin)
  }

  private static func part(
    _ part: CURLUPart, of url: OpaquePointer, _ flags: Int32 = 0
  ) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
