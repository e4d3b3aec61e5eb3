public import Foundation
internal import HaruText

/// A language as a test speaks it.
///
/// A process has one language, so every test that speaks has a process of its own.
public enum Tongue: String, CaseIterable, Codable, Sendable {
  /// English.
  case english = "en"
  /// Korean.
  case korean = "ko"

  /// The name of its locale.
  public var locale: String {
    switch self {
    case .english: "en_US.UTF-8"
    case .korean: "ko_KR.UTF-8"
    }
  }

  /// Takes this language for the process.
  public func speak() throws {
    try Tongue.speak(["LC_ALL": locale])
    let taken = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
    guard taken == locale else {
      throw Failure.unexpected("the locale \(locale) is missing: \(Tongue.advice)")
    }
  }

  /// Takes the language of an environment that says no more of it than this.
  ///
  /// - Parameters:
  ///   - variables: What the environment says.
  ///   - directory: Where the catalogues are; `nil` if the environment says that too.
  /// - Throws: If there is nothing to speak with.
  public static func speak(
    _ variables: [String: String], cataloguesIn directory: String? = nil
  ) throws {
    guard isPossible else { throw Failure.unexpected(advice) }
    for name in ProcessInfo.processInfo.environment.keys
    where name.hasPrefix("LC_") || name.hasPrefix("LANG") {
      unsetenv(name)
    }
    for (name, value) in variables { setenv(name, value, 1) }
    if directory != nil { unsetenv("TEXTDOMAINDIR") }
    Language.begin(catalogues: directory ?? "/nowhere")
  }

  /// Whether there is something to speak with.
  public static var isPossible: Bool { getenv("LOCPATH") != nil && getenv("TEXTDOMAINDIR") != nil }

  /// What to do where there is not.
  public static let advice = """
    The languages have to be made first: run `make test`, or `make locales locale` and then
    LOCPATH=$PWD/.build/locales TEXTDOMAINDIR=$PWD/.build/locale swift test
    """
}
