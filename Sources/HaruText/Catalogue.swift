internal import CIntl
internal import Glibc

/// The user's language.
public enum Language {
  /// Takes the language from the environment, once, before anything is said.
  ///
  /// - Parameter directory: Where the catalogues are, as `LL/LC_MESSAGES/haru.mo`.
  public static func begin(catalogues directory: String) {
    setlocale(LC_ALL, "")
    useUTF8Names()
    let installed = getenv("TEXTDOMAINDIR").map { String(cString: $0) }
    bindtextdomain(domain, installed ?? directory)
    bind_textdomain_codeset(domain, "UTF-8")
  }

  /// Names of days and months have to be UTF-8, whatever the terminal's character set is.
  private static func useUTF8Names() {
    guard let name = setlocale(LC_TIME, nil).map({ String(cString: $0) }) else { return }
    let base = name.prefix { $0 != "." && $0 != "@" }
    guard name != "C", name != "POSIX" else { return }
    if setlocale(LC_TIME, base + ".UTF-8") == nil { setlocale(LC_TIME, "C") }
  }

  static let domain = "haru"
}

/// A sentence in the user's language; `{name}` stands for a value.
func text(_ message: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  // Without a translation gettext hands back the pointer it was given, so that has to live on.
  let translated = message.withCString { String(cString: dgettext(Language.domain, $0)) }
  return filled(translated, values)
}

/// A sentence in the form its number asks for; `{count}` stands for the number.
func text(
  _ one: String, _ many: String, count: Int, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  let translated = one.withCString { one in
    many.withCString { many in
      String(cString: dngettext(Language.domain, one, many, UInt(max(0, count))))
    }
  }
  return filled(translated, values).replacing("{count}", with: String(count))
}

private func filled(_ message: String, _ values: KeyValuePairs<String, String>) -> String {
  values.reduce(message) { $0.replacing("{" + $1.key + "}", with: $1.value) }
}
