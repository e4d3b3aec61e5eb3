internal import CDesktop

/// An error from GLib.
public struct GLibError: Error, Sendable, CustomStringConvertible {
  /// The name of the domain, such as `g-io-error-quark`.
  public let domain: String
  /// The number within the domain.
  public let code: Int
  /// What failed, in the user's language as far as GLib is translated.
  public let message: String
  /// The D-Bus name of an error from the bus.
  public let busName: String?

  /// The same as `message`.
  public var description: String { message }

  /// Makes an error of Haru's own.
  public init(_ message: String) {
    self.init(domain: "haru", code: 0, message: message, busName: nil)
  }

  private init(domain: String, code: Int, message: String, busName: String?) {
    (self.domain, self.code, self.message, self.busName) = (domain, code, message, busName)
  }

  /// Converts a C error, and frees it.
  init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self.init("unknown error")
      return
    }
    defer { g_error_free(error) }
    var busName: String?
    if let name = g_dbus_error_get_remote_error(error) {
      busName = String(cString: name)
      g_free(name)
      g_dbus_error_strip_remote_error(error)
    }
    self.init(
      domain: String(cString: g_quark_to_string(error.pointee.domain)),
      code: Int(error.pointee.code), message: String(cString: error.pointee.message),
      busName: busName)
  }

  /// Whether a file or directory is missing.
  public var isNotFound: Bool {
    domain == String(cString: g_quark_to_string(haru_file_error_quark()))
      && code == Int(G_FILE_ERROR_NOENT.rawValue)
  }
}
