internal import CCurl
internal import HaruCore

/// Requests that run at once, over connections that are reused.
final class Transfers<Purpose> {
  private let multi: UnsafeMutableRawPointer?
  private var running: [(transfer: Transfer, purpose: Purpose)] = []

  init() {
    _ = CurlLibrary.isReady
    multi = curl_multi_init()
    haru_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Limits.concurrentRequests)
  }

  deinit {
    cancelAll()
    curl_multi_cleanup(multi)
  }

  /// How many run.
  var count: Int { running.count }

  /// Starts a request, and sends it at once: the server works while other answers are read.
  func start(_ transfer: Transfer, for purpose: Purpose) {
    curl_multi_add_handle(multi, transfer.easy)
    running.append((transfer, purpose))
    var count: Int32 = 0
    curl_multi_perform(multi, &count)
  }

  /// Waits for the end of a request; `nil` if none runs, or if that is interrupted.
  func next(
    unless isInterrupted: () -> Bool = { false }
  ) -> (Purpose, Result<Response, ReloadProblem>)? {
    while !running.isEmpty, !isInterrupted() {
      if let ended = ended() { return ended }
      var count: Int32 = 0
      let code = curl_multi_perform(multi, &count)
      if let ended = ended() { return ended }
      // curl has refused the request, and nothing is left that could end.
      if code != CURLM_OK || count == 0 { return end(at: 0, CURLE_FAILED_INIT) }
      curl_multi_poll(multi, nil, 0, 1000, nil)
    }
    return nil
  }

  func cancelAll() {
    for (transfer, _) in running { curl_multi_remove_handle(multi, transfer.easy) }
    running = []
  }

  private func ended() -> (Purpose, Result<Response, ReloadProblem>)? {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      let easy = message.pointee.easy_handle
      guard message.pointee.msg == CURLMSG_DONE,
        let place = running.firstIndex(where: { $0.transfer.easy == easy })
      else { continue }
      return end(at: place, haru_result(message))
    }
    return nil
  }

  private func end(at place: Int, _ code: CURLcode) -> (Purpose, Result<Response, ReloadProblem>) {
    let (transfer, purpose) = running.remove(at: place)
    let outcome = transfer.outcome(code)
    curl_multi_remove_handle(multi, transfer.easy)
    return (purpose, outcome)
  }
}

private enum CurlLibrary {
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
