public import HaruCore

/// What a store is exchanged with, by a process of its own that the agent starts.
public enum ExchangeKind: String, CaseIterable, Sendable {
  /// Other machines (docs/sync.md).
  case sync
  /// A task list (docs/tasks.md).
  case tasks
}

extension Store {
  /// What the store is exchanged with.
  public func activeExchanges() throws(StoreError) -> Set<ExchangeKind> {
    try database.reading { () throws(StoreError) in
      var exchanges: Set<ExchangeKind> = []
      if try thisMachine().folder != nil { exchanges.insert(.sync) }
      if try taskList()?.folder != nil { exchanges.insert(.tasks) }
      return exchanges
    }
  }
}
