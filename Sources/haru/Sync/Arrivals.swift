import HaruStore
import HaruSystem
import HaruText

/// What other machines and the task list have left since the last exchange, which a command takes before it
/// answers (docs/sync.md#before-a-command).
@MainActor
struct Arrivals {
  /// How long a command waits for a folder on a network.
  private static let limitMilliseconds: Int32 = 500

  private let exchanges: Set<Exchange>

  init(_ exchanges: Set<Exchange>) {
    self.exchanges = exchanges
  }

  /// Takes what has arrived; if that fails, the exchange notes the reason in the store.
  func take() {
    // A session of its own: what this one saves is not what the user has asked for.
    guard let session = try? Session(warns: false) else { return }
    defer { session.runHooks() }
    for exchange in Exchange.allCases where exchanges.contains(exchange) {
      guard let folder = try? exchange.folder(in: session) else { continue }
      guard Files.answer([folder], withinMilliseconds: Self.limitMilliseconds) else {
        complain(SyncText.silent(folder))
        continue
      }
      if exchange.hasNews(for: session) { _ = try? exchange.run(in: session) }
    }
    // Days that the task list has changed are exchanged with other machines too.
    if session.hasSaved { session.exchangeWithoutAgent(exchanges) }
  }
}
