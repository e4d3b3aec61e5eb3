package import CGLib

/// An error from GLib.
public struct GLibError: Error, Sendable, CustomStringConvertible {
  /// What failed, in the user's language as far as GLib is translated.
  public let message: String
  /// The D-Bus name of an error from the bus.
  public let busName: String?
  /// Whether nothing has the name on the bus that was called, and nothing can be started for it.
  public var isUnknownService: Bool { busName == "org.freedesktop.DBus.Error.ServiceUnknown" }

  /// Whether the program that was called has no such method.
  public var isUnknownMethod: Bool { busName == "org.freedesktop.DBus.Error.UnknownMethod" }

  /// The same as `message`.
  public var description: String { message }

  /// Makes an error, of Haru's own unless it has a name on the bus.
  public init(_ message: String, busName: String? = nil) {
    (self.message, self.busName) = (message, busName)
  }

  /// Something else than a file stands where one is expected, in the words of GLib.
  package static var notARegularFile: GLibError {
    // Without a translation g_dgettext returns its argument, which ends with this scope.
    GLibError("Not a regular file".withCString { String(cString: g_dgettext("glib20", $0)) })
  }

  /// Converts a C error, and frees it.
  package init(taking error: UnsafeMutablePointer<GError>?) {
    guard let error else {
      self = GLibError("unknown error")
      return
    }
    defer { g_error_free(error) }
    self.init(String(cString: error.pointee.message))
  }
}
