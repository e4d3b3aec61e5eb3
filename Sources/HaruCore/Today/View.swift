/// A picture of today that the user can ask to look at.
public enum View: String, CaseIterable, Sendable {
  /// The streak, and the days of the month.
  case calendar
  /// The length of the streak.
  case streak

  /// The scheme of the addresses by which a desktop asks for one.
  public static let scheme = "haru"

  /// Reads `calendar`, or an address such as `haru:calendar` or `haru://calendar/`; `nil` for
  /// anything else.
  ///
  /// Scheme and host may be written in capitals, as in all addresses; a path may not.
  public init?(_ word: String) {
    guard let colon = word.firstIndex(of: ":") else {
      self.init(rawValue: word)
      return
    }
    let rest = word[word.index(after: colon)...]
    var name = rest.drop { $0 == "/" }
    // A desktop may write an empty host: `haru:///calendar`.
    let slashes = rest.count - name.count
    guard word[..<colon].lowercased() == View.scheme, slashes <= 3 else { return nil }
    if name.last == "/" { name.removeLast() }
    self.init(rawValue: slashes == 2 ? name.lowercased() : String(name))
  }

  /// Its card, in a size for a picture viewer.
  ///
  /// - Parameters:
  ///   - cardDay: The data of today.
  ///   - style: The look at scale 1.
  /// - Returns: The card.
  public func card(of cardDay: CardDay, style: CardStyle) -> Card {
    var style = style
    switch self {
    case .calendar:
      style.scale *= 2
      return Card(kind, .large, cardDay, style)
    case .streak:
      style.scale *= 4
      return Card(kind, .small, cardDay, style)
    }
  }

  /// The card that it shows.
  public var kind: Card.Kind {
    switch self {
    case .calendar: .study
    case .streak: .streak
    }
  }
}
