/// Why a notification is shown, which decides how it draws the user's attention.
public enum Attention: Hashable, Sendable {
  /// It comes by itself, always as a new notification.
  case news(mayBeHeard: Bool)
  /// It answers the user, who is looking at what it takes the place of.
  case answer
  /// It changes what is shown, and nobody has clicked there.
  case change
  /// The user has asked to see it.
  case request

  var isNews: Bool { if case .news = self { true } else { false } }
}
