internal import CCurl
internal import HaruCore

/// What is asked of a host.
struct Request {
  let address: Address
  var headers: [String] = []
  /// What shows who is asking.
  var token: Token?
}

/// One request on its way.
final class Transfer {
  /// curl's own word for it; `nil` if there is no memory left.
  let easy: UnsafeMutableRawPointer? = curl_easy_init()
  private let limits: Limits
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// Where curl writes what went wrong.
  private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var body: [UInt8] = []
  private var headerBytes = 0
  private var isTooLong = false

  init(_ request: Request, limits: Limits, authorities: String?) {
    self.limits = limits
    words.pointee = 0
    for header in request.headers { headers = curl_slist_append(headers, header) }
    if let token = request.token {
      headers = curl_slist_append(headers, "Authorization: Bearer " + token.secret)
      // Without TLS it goes to this machine only, and so past every proxy.
      if !request.address.origin.isSecure { haru_set_text(easy, CURLOPT_NOPROXY, "*") }
    }
    haru_set_text(easy, CURLOPT_URL, request.address.text)
    haru_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    haru_set_text(
      easy, CURLOPT_USERAGENT, "haru/\(Identity.version) (\(Identity.application))")
    haru_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
    haru_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
    if let authorities { haru_set_text(easy, CURLOPT_CAINFO, authorities) }
    setLimits()
    setReceivers()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headers)
    words.deallocate()
  }

  private func setLimits() {
    haru_set_number(easy, CURLOPT_NOSIGNAL, 1)
    // The system may go on asking for a host's name for a minute; that is not waited for either.
    haru_set_number(easy, CURLOPT_QUICK_EXIT, 1)
    haru_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, limits.connecting)
    haru_set_number(easy, CURLOPT_TIMEOUT_MS, limits.answering)
    haru_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 10)
    haru_set_number(easy, CURLOPT_LOW_SPEED_TIME, limits.silence)
    haru_set_number(easy, CURLOPT_MAXFILESIZE, limits.bytes)
  }

  private func setReceivers() {
    let ourselves = Unmanaged.passUnretained(self).toOpaque()
    haru_set_pointer(easy, CURLOPT_WRITEDATA, ourselves)
    haru_set_pointer(easy, CURLOPT_HEADERDATA, ourselves)
    // Taking another number of bytes than came ends the transfer.
    haru_set_receive(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, data in
      Transfer.from(data)?.take(bytes, size * count) == true ? size * count : 0
    }
    haru_set_receive(easy, CURLOPT_HEADERFUNCTION) { _, size, count, data in
      Transfer.from(data)?.takeHeader(size * count) == true ? size * count : 0
    }
  }

  /// The transfer that curl was given with a handle.
  static func from(_ data: UnsafeMutableRawPointer?) -> Transfer? {
    data.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
    isTooLong = isTooLong || body.count + count > limits.bytes
    if !isTooLong { body += UnsafeRawBufferPointer(start: bytes, count: count) }
    return !isTooLong
  }

  private func takeHeader(_ count: Int) -> Bool {
    headerBytes += count
    isTooLong = isTooLong || headerBytes > limits.headerBytes
    return !isTooLong
  }

  // MARK: The end

  /// What came of it.
  func outcome(_ code: CURLcode) -> Result<Reply, ReloadProblem> {
    if isTooLong { return .failure(.tooLarge) }
    let connect = haru_number(easy, CURLINFO_HTTP_CONNECTCODE)
    if code != CURLE_OK, connect != 0, connect / 100 != 2 {
      return .failure(.proxy("HTTP \(connect)"))
    }
    if code == CURLE_OPERATION_TIMEDOUT, haru_offset(easy, CURLINFO_PRETRANSFER_TIME_T) == 0 {
      // No connection came about, nor will one for the next.
      return .failure(.offline(said(code)))
    }
    guard code == CURLE_OK else { return .failure(ReloadProblem(code, words: said(code))) }
    return .success(
      Reply(status: haru_number(easy, CURLINFO_RESPONSE_CODE), headers: replied(), body: body))
  }

  private func said(_ code: CURLcode) -> String {
    let text = String(cString: words)
    // A proxy's address that cannot be read is repeated, with the password in it.
    return (text.isEmpty || text.contains("://") ? String(cString: curl_easy_strerror(code)) : text)
      .beginning(200)
  }

  private func replied() -> [Reply.Header: String] {
    var headers: [Reply.Header: String] = [:]
    for name in Reply.Header.allCases {
      var header: UnsafeMutablePointer<curl_header>?
      let code = curl_easy_header(easy, name.rawValue, 0, UInt32(CURLH_HEADER), -1, &header)
      if code == CURLHE_OK, let value = header?.pointee.value {
        headers[name] = String(cString: value)
      }
    }
    return headers
  }
}

extension ReloadProblem {
  /// What curl means.
  fileprivate init(_ code: CURLcode, words: String) {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxy(words)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
      self = .untrusted(words)
    // Some versions have no room for a line of a hundred kilobytes, and say that there is no memory.
    case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY: self = .tooLarge
    // The host is there: it is this answer that it does not give.
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR: self = .badResponse(words)
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      self = .badResponse(words)
    case CURLE_URL_MALFORMAT: self = .badRedirect
    default: self = .offline(words)
    }
  }
}
