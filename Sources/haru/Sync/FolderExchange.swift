import HaruCore
import HaruStore
import HaruSync

/// An exchange of the store with a folder.
@MainActor
protocol FolderExchange {
  /// The folder; `nil` while nothing is exchanged.
  func folder(in store: Store) throws(StoreError) -> String?

  /// The directories to watch for changes, the folder itself among them.
  func directories(of folder: String) -> [String]

  /// Whether there is something in the folder that the store has not taken.
  func hasNews(in folder: String, for store: Store) -> Bool

  /// Exchanges once, and notes in the store why it did not succeed.
  ///
  /// - Returns: The reason; `nil` if it did.
  func run(in context: CommandContext) throws -> SyncError?
}

extension ExchangeKind {
  /// The exchange of this kind.
  @MainActor
  var folderExchange: any FolderExchange {
    switch self {
    case .sync: MachineExchange()
    case .tasks: TaskExchange()
    }
  }
}
