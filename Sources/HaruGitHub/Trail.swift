internal import HaruCore

/// Where a request goes, and where it is led from there.
struct Trail {
  /// The address that is asked now.
  private(set) var address: Address
  /// Whether it has never left the host that was configured, which alone may see the token.
  private(set) var isAtHome: Bool
  private var turnsLeft: Int

  init(from address: Address, isAtHome: Bool, turns: Int) {
    (self.address, self.isAtHome, turnsLeft) = (address, isAtHome, turns)
  }

  /// Goes where a reply leads.
  ///
  /// - Returns: Whether the reply leads anywhere.
  /// - Throws: `ReloadProblem.badRedirect` if that is no place to go.
  mutating func follow(_ reply: Reply) throws(ReloadProblem) -> Bool {
    guard [301, 302, 307, 308].contains(reply.status) else { return false }
    guard turnsLeft > 0, let location = reply.headers[.location],
      let next = Address(location, seenFrom: address),
      next.origin.isSecure || !address.origin.isSecure
    else { throw .badRedirect }
    turnsLeft -= 1
    isAtHome = isAtHome && next.origin == address.origin
    address = next
    return true
  }

  /// The problem as one of the repository, if it is a host's that nobody configured.
  func problem(_ problem: ReloadProblem) -> ReloadProblem {
    problem.isSiteWide && !isAtHome ? .badRedirect : problem
  }
}
