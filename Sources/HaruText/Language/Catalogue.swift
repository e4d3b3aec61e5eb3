internal import CIntl
internal import Glibc
internal import HaruCore

/// The user's language.
public enum Language {
  /// Sets the language from the environment, once, before the first text.
  ///
  /// - Parameter directory: The directory of the catalogues, `LL/LC_MESSAGES/haru.mo`.
  public static func begin(catalogues directory: String) {
    // Of the others, such as that of paper sizes, each is a file to be opened at every start.
    let isInstalled = [LC_CTYPE, LC_MESSAGES, LC_TIME, LC_NUMERIC].map { setlocale($0, "") != nil }
    if isInstalled.contains(false) { missing = wanted }
    useUTF8Names()
    let chosen = getenv("TEXTDOMAINDIR").map { String(cString: $0) } ?? ""
    bindtextdomain(domain, chosen.isEmpty ? directory : chosen)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Makes the names of days and months UTF-8, whatever the character set of the locale is.
  private static func useUTF8Names() {
    guard let name = setlocale(LC_TIME, nil).map({ String(cString: $0) }) else { return }
    let base = name.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return }
    if setlocale(LC_TIME, String(base) + ".UTF-8") == nil { setlocale(LC_TIME, "C") }
  }

  /// Makes the letters that the C library writes and measures UTF-8, as Haru writes them whatever the character set
  /// of the locale is.
  public static func useUTF8Letters() {
    guard String(cString: nl_langinfo(Int32(CODESET))) != "UTF-8" else { return }
    setlocale(LC_CTYPE, "C.UTF-8")
  }

  /// The locale of the environment, if it is not installed.
  public private(set) nonisolated(unsafe) static var missing: String?

  /// Whether there is a catalogue of the user's language: its header is the translation of the empty text.
  static var hasCatalogue: Bool { "".withCString { dgettext(domain, $0).pointee != 0 } }

  /// The locale of texts.
  public static var name: String {
    setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
  }

  /// Every locale on which the words and numbers of a picture depend.
  public static var names: [String] {
    [LC_MESSAGES, LC_TIME, LC_CTYPE].map { category in
      setlocale(category, nil).map { String(cString: $0) } ?? "C"
    }
  }

  /// The locale of the environment, in the order of setlocale(3).
  private static var wanted: String {
    let names: [String] = ["LC_ALL", "LC_MESSAGES", "LC_TIME", "LANG"]
    let values = names.compactMap { name in getenv(name).map { String(cString: $0) } }
    return values.first { !$0.isEmpty } ?? ""
  }

  static let domain = "haru"
}

/// A text in the user's language (docs/languages.md#sentences).
///
/// - Parameters:
///   - message: The text in English, a literal, which `Scripts/extract-messages` collects; `{name}` stands
///     for a value.
///   - values: The values by their names.
/// - Returns: Its translation with the values; the English text where there is no translation.
public func text(_ message: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  // Without a translation dgettext(3) returns its argument, so the result is copied inside the scope
  // of that pointer.
  let translated = message.withCString { String(cString: dgettext(Language.domain, $0)) }
  return filled(translated, values.map { ($0.key, $0.value) })
}

/// A text that other places use in another sense, where it may need other words; `use` tells translators the
/// sense.
public func text(
  _ message: String, as use: String, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  // The separator of gettext's contexts.
  let key = use + "\u{4}" + message
  let translated = key.withCString { String(cString: dgettext(Language.domain, $0)) }
  return filled(translated == key ? message : translated, values.map { ($0.key, $0.value) })
}

/// A text in the plural form of a number; `{count}` stands for the number, with separated thousands.
public func text(
  _ one: String, _ many: String, count: Int, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let translated = one.withCString { one in
    many.withCString { many in
      String(cString: dngettext(Language.domain, one, many, UInt(max(0, count))))
    }
  }
  let number = [("count", NumberText.grouped(count))]
  return filled(translated, values.map { ($0.key, $0.value) } + number)
}

/// Inserts values in one pass, so braces inside a value stay as they are.
///
/// A value can come from outside, so each is made safe for a terminal here, and isolated if it runs in
/// another direction than the message.
func filled(_ message: String, _ values: [(name: String, value: String)]) -> String {
  guard !values.isEmpty else { return message }
  let direction = Direction.ofLanguage
  var (filled, rest) = ("", message[...])
  while let brace = rest.firstIndex(of: "{") {
    filled += rest[..<brace]
    rest = rest[brace...]
    if let (name, value) = values.first(where: { rest.hasPrefix("{\($0.name)}") }) {
      filled += direction.isolated(SafeText.line(value))
      rest = rest.dropFirst(name.count + 2)
    } else {
      filled.append(rest.removeFirst())
    }
  }
  return direction.keeping(filled + String(rest))
}

extension Sentence {
  /// The sentence in the user's language, with values.
  func translated(_ values: KeyValuePairs<String, String> = [:]) -> String { text(english, values) }
}
