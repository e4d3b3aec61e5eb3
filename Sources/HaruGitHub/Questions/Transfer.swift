internal import CCurl
internal import HaruCore

/// A GET request.
struct Request {
  let address: Address
  var headers: [String] = []
  /// Goes to the origin of the address only.
  var token: Token?
}

/// A request on its way.
final class Transfer {
  /// curl's handle; `nil` without memory.
  let easy: UnsafeMutableRawPointer? = curl_easy_init()
  private let origin: Address.Origin
  private let hasToken: Bool
  private let limits: Limits
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// Where curl writes its error messages.
  private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var body: [UInt8] = []
  private var headerBytes = 0
  private var isTooLarge = false

  init(_ request: Request, limits: Limits, authorities: String?) {
    (origin, hasToken) = (request.address.origin, request.token != nil)
    self.limits = limits
    message.pointee = 0
    for header in request.headers { headers = curl_slist_append(headers, header) }
    if let token = request.token {
      // curl sends this header to no other origin when it follows a redirect.
      headers = curl_slist_append(headers, "Authorization: Bearer " + token.secret)
      // Without TLS the token goes to this machine only, and so past every proxy.
      if !origin.isSecure { haru_set_text(easy, CURLOPT_NOPROXY, "*") }
    }
    haru_set_text(easy, CURLOPT_URL, request.address.text)
    haru_set_text(
      easy, CURLOPT_USERAGENT, "haru/\(Identity.version) (\(Identity.application))")
    haru_set_pointer(easy, CURLOPT_HTTPHEADER, headers)
    haru_set_pointer(easy, CURLOPT_ERRORBUFFER, message)
    if let authorities { haru_set_text(easy, CURLOPT_CAINFO, authorities) }
    setRedirects()
    setLimits()
    setReceivers()
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headers)
    message.deallocate()
  }

  /// A redirect never leads from TLS to plain text.
  private func setRedirects() {
    haru_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
    haru_set_text(easy, CURLOPT_REDIR_PROTOCOLS_STR, origin.isSecure ? "https" : "http,https")
    haru_set_number(easy, CURLOPT_FOLLOWLOCATION, 1)
    haru_set_number(easy, CURLOPT_MAXREDIRS, limits.redirects)
  }

  private func setLimits() {
    haru_set_number(easy, CURLOPT_NOSIGNAL, 1)
    // Otherwise the end of the process waits for the system's name lookup, up to a minute.
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
    // Another number than curl passed ends the transfer.
    haru_set_receive(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, data in
      Transfer.from(data)?.take(bytes, size * count) == true ? size * count : 0
    }
    haru_set_receive(easy, CURLOPT_HEADERFUNCTION) { _, size, count, data in
      Transfer.from(data)?.takeHeader(size * count) == true ? size * count : 0
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> Transfer? {
    data.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func take(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Bool {
    isTooLarge = isTooLarge || body.count + count > limits.bytes
    if !isTooLarge { body += UnsafeRawBufferPointer(start: bytes, count: count) }
    return !isTooLarge
  }

  private func takeHeader(_ count: Int) -> Bool {
    headerBytes += count
    isTooLarge = isTooLarge || headerBytes > limits.headerBytes
    return !isTooLarge
  }

  // MARK: The end

  /// The outcome, once curl has ended the transfer.
  func outcome(_ code: CURLcode) -> Result<Response, ReloadProblem> {
    let isFromOrigin =
      haru_text(easy, CURLINFO_EFFECTIVE_URL).flatMap { Address(String(cString: $0)) }?.origin
      == origin
    if let problem = problem(code) {
      // Where another host fails, or another protocol is needed, the redirect is at fault.
      let isRedirect = !isFromOrigin && (problem.isSiteWide || code == CURLE_UNSUPPORTED_PROTOCOL)
      return .failure(isRedirect ? .badRedirect : problem)
    }
    return .success(
      Response(
        status: haru_number(easy, CURLINFO_RESPONSE_CODE), headers: responseHeaders(), body: body,
        isFromOrigin: isFromOrigin, hadToken: hasToken))
  }

  private func problem(_ code: CURLcode) -> ReloadProblem? {
    if isTooLarge { return .tooLarge }
    guard code != CURLE_OK else { return nil }
    let connect = haru_number(easy, CURLINFO_HTTP_CONNECTCODE)
    if connect != 0, connect / 100 != 2 { return .proxy("HTTP \(connect)") }
    // The next request will have no connection either.
    if code == CURLE_OPERATION_TIMEDOUT, !isConnected { return .offline(message(of: code)) }
    return ReloadProblem(code, message: message(of: code))
  }

  /// Whether there was a connection.
  private var isConnected: Bool {
    // Before there is an address, there is none.
    guard let address = haru_text(easy, CURLINFO_PRIMARY_IP), address.pointee != 0 else {
      return false
    }
    // One that was there before has no times of its own.
    let lastStep = origin.isSecure ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T
    return haru_number(easy, CURLINFO_NUM_CONNECTS) == 0 || haru_offset(easy, lastStep) > 0
  }

  private func message(of code: CURLcode) -> String {
    let text = String(cString: message)
    // curl repeats a proxy's address that it cannot read, with the password in it.
    let isSafe = !text.isEmpty && !text.includes("://")
    return String(
      (isSafe ? text : String(cString: curl_easy_strerror(code))).unicodeScalars.prefix(200))
  }

  private func responseHeaders() -> [Response.Header: String] {
    var headers: [Response.Header: String] = [:]
    for name in Response.Header.allCases {
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
  fileprivate init(_ code: CURLcode, message: String) {
    switch code {
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: self = .proxy(message)
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
      self = .untrusted(message)
    // Curl before 8.6 reports a header of a hundred kilobytes as a lack of memory.
    case CURLE_FILESIZE_EXCEEDED, CURLE_OUT_OF_MEMORY, haru_header_too_large: self = .tooLarge
    // The host is there, and so may be what lies between.
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2,
      CURLE_HTTP2_STREAM:
      self = .interrupted(message)
    // The response is there, and is none of GitHub's.
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR,
      CURLE_UNSUPPORTED_PROTOCOL:
      self = .badResponse(message)
    case CURLE_TOO_MANY_REDIRECTS, CURLE_URL_MALFORMAT: self = .badRedirect
    default: self = .offline(message)
    }
  }
}
