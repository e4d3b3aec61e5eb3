/// The word by which a store remembers why the last exchange did not succeed.
extension SyncError {
  /// The word.
  public var code: String {
    switch self {
    case .store: "store"
    case .emptied: "emptied"
    case .folder(let error):
      switch error {
      case .missing: "missing"
      case .notADirectory: "not-a-directory"
      case .busy: "busy"
      case .full: "full"
      case .readOnly: "read-only"
      case .refused(let name): "refused \(name)"
      case .system(let number): "system \(number)"
      }
    }
  }

  /// Reads a word; `nil` for one of a newer version.
  public init?(code: String) {
    let words = code.split(separator: " ", maxSplits: 1).map(String.init)
    let detail = words.count == 2 ? words[1] : nil
    switch (words.first, detail) {
    case ("emptied", nil): self = .emptied
    case ("missing", nil): self = .folder(.missing)
    case ("not-a-directory", nil): self = .folder(.notADirectory)
    case ("busy", nil): self = .folder(.busy)
    case ("full", nil): self = .folder(.full)
    case ("read-only", nil): self = .folder(.readOnly)
    case ("refused", let name?): self = .folder(.refused(name))
    case ("system", let number?):
      guard let number = Int32(number) else { return nil }
      self = .folder(.system(number))
    default: return nil
    }
  }
}
