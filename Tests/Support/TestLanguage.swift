internal import Foundation
internal import HaruText

/// A language that the tests read: English, and each one with a catalogue in `share/locale`.
///
/// A process has one language, so every test that chooses one has a process of its own.
public struct TestLanguage: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Its code, which names its catalogue and its golden files.
  public let code: String
  /// The locale in which programs use it; empty if its catalogue names none.
  public let locale: String

  /// The language of the sources.
  public static let english = TestLanguage(code: "en", locale: "en_GB.UTF-8")

  /// Those with a catalogue, whose header names the locale: `X-Locale: ko_KR`.
  public static let translated: [TestLanguage] = {
    let names = (try? SourceTree.names(in: "share/locale")) ?? []
    return names.filter { $0.hasSuffix(".po") }.map { name in
      // Its header alone: each process of a test begins with this, and few need the messages.
      let text = (try? SourceTree.read("share/locale/" + name)) ?? ""
      let locale = text.firstMatch(of: /"X-Locale: (\w+)/).map { $0.1 + ".UTF-8" }
      return TestLanguage(code: String(name.dropLast(3)), locale: String(locale ?? ""))
    }
  }()

  /// English and all translated languages.
  public static let all = [english] + translated

  /// The languages in which whole programs are tried: English, one that is written in squares, and one
  /// from right to left; all of them if `HARU_TEST_LANGUAGES` is `all`.
  ///
  /// Their sentences are tested in every language, without programs.
  public static let tried: [TestLanguage] = {
    let isAll = ProcessInfo.processInfo.environment["HARU_TEST_LANGUAGES"] == "all"
    return isAll ? all : all.filter { ["en", "ko", "ar"].contains($0.code) }
  }()

  /// Its code.
  public var description: String { code }

  /// Its catalogue.
  ///
  /// - Throws: If it cannot be read.
  public var catalogue: POFile {
    get throws { try POFile("share/locale/\(code).po") }
  }

  /// Sets the language of this process.
  ///
  /// - Throws: If the locale or the catalogues are missing.
  public func use() throws {
    try TestLanguage.use(["LC_ALL": locale])
    let taken = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? ""
    guard taken == locale else {
      throw Failure.unexpected("the locale \(locale) is missing: \(TestLanguage.advice)")
    }
  }

  /// Sets the language of this process from variables of the environment.
  ///
  /// - Parameters:
  ///   - variables: All variables about languages that shall be set.
  ///   - directory: Where the catalogues are, as the program gives it; `nil` for `TEXTDOMAINDIR`.
  /// - Throws: If locales or catalogues have not been compiled.
  public static func use(
    _ variables: [String: String], cataloguesIn directory: String? = nil
  ) throws {
    guard areCompiled else { throw Failure.unexpected(advice) }
    for name in ProcessInfo.processInfo.environment.keys
    where name.hasPrefix("LC_") || name.hasPrefix("LANG") {
      unsetenv(name)
    }
    for (name, value) in variables { setenv(name, value, 1) }
    if directory != nil { unsetenv("TEXTDOMAINDIR") }
    Language.begin(catalogues: directory ?? "/nowhere")
  }

  /// Whether the tests know where compiled locales and catalogues are.
  public static var areCompiled: Bool {
    getenv("LOCPATH") != nil && getenv("TEXTDOMAINDIR") != nil
  }

  /// What to do if they do not.
  public static let advice = """
    The languages have to be compiled first: run `make test`, or `make locales locale` and then Scripts/test
    """
}
