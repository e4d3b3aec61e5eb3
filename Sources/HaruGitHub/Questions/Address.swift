internal import CCurl
internal import HaruCore

/// An http or https address, without a user name or password.
struct Address: Hashable {
  /// Scheme, host and port: a token may go to one origin only.
  struct Origin: Hashable {
    let isSecure: Bool
    let host: String
    let port: String
  }

  let text: String
  let origin: Origin

  private static let maximumBytes = 8000

  /// Reads an address; `nil` if it is not one of http or https.
  init?(_ text: String) {
    guard text.utf8.count <= Address.maximumBytes, let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
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

  /// The address of a site; `nil` if curl does not accept it.
  init?(of site: GitHubSite) {
    guard let address = Address("\(site)") else { return nil }
    // As written: curl would end it with a slash.
    self.init(text: "\(site)", origin: address.origin)
  }

  /// The address with a path appended, which has to be escaped already.
  func appending(_ path: String) -> Address {
    Address(text: text + path, origin: origin)
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
