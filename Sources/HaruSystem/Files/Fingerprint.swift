internal import CGLib

/// A short name for a text that does not reveal it.
public enum Fingerprint {
  /// The fingerprint of a text, 64 hexadecimal digits (SHA-256).
  public static func of(_ text: String) -> String {
    digits(g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1))
  }

  /// The fingerprint of a secret, which differs for each purpose (HMAC with SHA-256).
  public static func of(secret: String, for purpose: String) -> String {
    digits(
      g_compute_hmac_for_string(
        G_CHECKSUM_SHA256, purpose, gsize(purpose.utf8.count), secret, -1))
  }

  private static func digits(_ hash: UnsafeMutablePointer<gchar>?) -> String {
    defer { g_free(hash) }
    return hash.map { String(cString: $0) } ?? ""
  }
}
