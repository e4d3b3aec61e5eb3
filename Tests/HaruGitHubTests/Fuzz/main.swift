import HaruCore
import HaruGitHub
import Support

/// What reads something that others wrote about repositories.
enum Reader: String, CaseIterable {
  case github, names
}

try Fuzzing.run { (reader: Reader, corpus, random) in
  switch reader {
  case .github: readsResponse(corpus, &random)
  case .names: readsName(corpus, &random)
  }
}

private func readsName(_ corpus: Corpus, _ random: inout Seeded) -> Bool {
  let text = String(decoding: corpus.wrong(&random).bytes, as: UTF8.self)
  let written = try? RepositoryName(written: text, on: .github)
  return RepositoryName(text) != nil || written != nil
}

/// A response of GitHub, with headers that may be wrong too.
private func readsResponse(_ corpus: Corpus, _ random: inout Seeded) -> Bool {
  let values = [
    "0", "-1", "60", "9223372036854775807", "-9223372036854775808", "99999999999999999999",
    "Fri, 20 Nov 2026 12:00:00 GMT", "Fri, 31 Feb 9999 99:99:99 GMT", "", "\u{0}", "W/\"tag\"",
    "application/json", "text/html",
  ]
  var headers: [Response.Header: String] = [:]
  for header in Response.Header.allCases where Bool.random(using: &random) {
    let value = values.randomElement(using: &random) ?? ""
    headers[header] =
      Bool.random(using: &random)
      ? value : String(decoding: Mutation.of([UInt8](value.utf8), &random), as: UTF8.self)
  }
  let statuses = [200, 200, 200, 200, 204, 301, 304, 403, 404, 429, 500, 503, 0, 999]
  let response = Response(
    status: statuses.randomElement(using: &random) ?? 200, headers: headers,
    body: corpus.wrong(&random).bytes, isFromOrigin: Bool.random(using: &random))
  _ = response.resumesAt(now: Instant(1_795_000_000))
  let isConditional = Bool.random(using: &random)
  let repository = try? response.repository(
    now: Instant(1_795_000_000), isConditional: isConditional)
  let contributors = try? response.contributors(isConditional: isConditional)
  return repository != nil || contributors != nil
}
